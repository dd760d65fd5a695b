"""What tests of the crowd room are made of."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

from django.db import connection
from django.http import QueryDict

from crowd.frame import FrameClaims

NOW = datetime(2030, 1, 7, 12, 0, tzinfo=UTC)
WORKER_SITE = "http://127.0.0.1:8001"


def query(**parameters: str | list[str]) -> QueryDict:
    """The query string of a worker's page, with these parameters changed; "" leaves one out."""
    usual = {"assignmentId": "3ASG", "hitId": "3HIT", "workerId": "A1", "turkSubmitTo": WORKER_SITE}
    made = QueryDict(mutable=True)
    for name, value in {**usual, **parameters}.items():
        if value != "":
            made.setlist(name, [value] if isinstance(value, str) else value)
    return QueryDict(made.urlencode())


def claims(assignment_id: str = "3ASG", worker_id: str = "A1", hit_id: str = "3HIT") -> FrameClaims:
    return FrameClaims.from_query(
        query(assignmentId=assignment_id, workerId=worker_id, hitId=hit_id)
    )


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned or raised; all of them start together, each on its own connection."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
