"""Kills a process of ours before and after every step that can leave a trace, one after another.

A step is a statement that writes, or a call to the endpoint: what a process reads changes nothing.
The steps are counted from outside, by Django's and boto3's own hooks; the product knows nothing
of it.
"""

import os
import signal
import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from crowd import mturk

WRITES = ("INSERT", "UPDATE", "DELETE")


def killed_at(step: int, action: Callable[[], object]) -> bool:
    """Do it in a process that is SIGKILLed at this step; False if it came to its end before."""

    def counted() -> None:
        count = Steps(step)
        client = mturk.endpoint().client(mturk.ATTEMPTS)
        client._endpoint.http_session.close()  # its sockets belong to the parent
        client.meta.events.register("before-send.mturk", count.next)
        client.meta.events.register("after-call.mturk", count.next)
        with connection.execute_wrapper(count.around_statement):
            action()

    return was_killed(counted)


def was_killed(action: Callable[[], object]) -> bool:
    """Do it in a process of its own; False if it came to its end before it was killed.

    There it runs in a thread of its own, which inherits no connection to the database: which one
    the main thread would find depends on whether a browser's event loop runs here.
    """
    connection.close()
    if pid := os.fork():
        status = os.waitpid(pid, 0)[1]
        if os.WIFSIGNALED(status):
            return True
        if status:
            raise AssertionError(f"the process failed by itself at status {status}, see its output")
        return False
    failed = True

    def act() -> None:
        nonlocal failed
        action()
        failed = False

    try:
        thread = threading.Thread(target=act)
        thread.start()
        thread.join()  # what it raises is printed there
    finally:
        os._exit(failed)


class Steps:
    """Counts down to the end of this process."""

    def __init__(self, left: int) -> None:
        self.left = left

    def next(self, **_: Any) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def around_statement(self, execute, sql: str, params, many: bool, context) -> Any:
        is_write = sql.lstrip().startswith(WRITES)
        if is_write:
            self.next()
        result = execute(sql, params, many, context)
        if is_write:
            self.next()
        return result
