"""The embedded broker: messages as files, each of them whole or not there.

kombu's own transport writes a message under the name its readers look for, and empties an
exchange's file before it locks it; a reader that comes in between gets half a message and the
worker stops. Here a file is written beside and renamed into place.
"""

import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import bytes_to_str, str_to_bytes
from kombu.utils.json import dumps, loads


def write_whole(path: Path, content: Any) -> None:
    draft = path.with_name(f".{path.name}.{uuid.uuid4()}")
    draft.write_bytes(str_to_bytes(dumps(content)))
    draft.replace(path)


class Channel(filesystem.Channel):
    """A channel whose readers never meet a half-written file."""

    # kombu's two base classes disagree on the name of the second argument
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        name = f"{time.time_ns()}_{uuid.uuid4()}.{queue}.msg"
        write_whole(Path(self.data_folder_out) / name, payload)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """The oldest message. Taking it is one rename: of two readers only one succeeds."""
        folder = Path(self.data_folder_in)
        for name in sorted(entry.name for entry in folder.iterdir()):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f".{name}.taken"
            try:
                (folder / name).rename(taken)
            except FileNotFoundError:
                continue  # another reader was first
            payload = loads(bytes_to_str(taken.read_bytes()))
            taken.unlink()
            return payload
        raise Empty

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with (self.control_folder / "lock").open("w") as gate:
            filesystem.lock(gate, filesystem.LOCK_EX)
            known = self.get_table(exchange)
            if entry not in known:
                write_whole(self._exchange_file(exchange), [entry, *known])


class Transport(filesystem.Transport):
    Channel = Channel
