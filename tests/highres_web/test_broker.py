"""The embedded broker under the two faults that kombu's own file transport has."""

import threading
from pathlib import Path

import pytest
from kombu import Connection
from kombu.transport import filesystem

from highres_web.celery import app

ROUNDS = 300


@pytest.fixture
def connect(tmp_path: Path):
    def connection() -> Connection:
        options = {
            "data_folder_in": str(tmp_path),
            "data_folder_out": str(tmp_path),
            "control_folder": str(tmp_path / "control"),
        }
        return Connection("filesystem://", transport_options=options)

    assert app.connection_for_write  # the application is what registers our transport
    return connection


def test_our_transport_serves_file_urls(connect) -> None:
    assert type(connect().default_channel).__module__ == "highres_web.broker"


def test_messages_come_out_in_the_order_they_went_in(connect) -> None:
    queue = connect().SimpleQueue("tasks")
    for number in range(20):
        queue.put({"number": number})
    received = []
    for _ in range(20):
        message = queue.get(timeout=5)
        message.ack()
        received.append(message.payload["number"])
    assert received == list(range(20))


def test_a_reader_never_meets_half_a_message_and_none_comes_twice(connect) -> None:
    """Two readers poll while a writer writes; kombu's own transport raises here."""
    received: list[int] = []
    faults: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        channel = connect().default_channel
        try:
            while not (done.is_set() and channel._size("tasks") == 0):
                try:
                    received.append(channel._get("tasks")["number"])
                except filesystem.Empty:
                    continue
        except BaseException as fault:
            faults.append(fault)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    writer = connect().default_channel
    for number in range(ROUNDS):
        writer._put("tasks", {"number": number, "ballast": "x" * 50_000})
    done.set()
    for reader in readers:
        reader.join()
    assert not faults
    assert sorted(received) == list(range(ROUNDS))


def test_queues_bound_at_the_same_moment_are_all_known(connect) -> None:
    """Web process and worker bind the same exchange when they start together."""
    faults: list[BaseException] = []
    for round_ in range(20):
        gate = threading.Barrier(8)

        def bind(number: int, exchange: str = f"round{round_}", gate=gate) -> None:
            channel = connect().default_channel
            gate.wait()
            try:
                channel._queue_bind(exchange, str(number), "", str(number))
            except Exception as fault:
                faults.append(fault)

        threads = [threading.Thread(target=bind, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        bound = {entry.queue for entry in connect().default_channel.get_table(f"round{round_}")}
        assert (faults, bound) == ([], set("01234567"))
