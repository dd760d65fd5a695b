"""How fast we talk: endpoints throttle who calls more than a few times a second."""

import time
from threading import Lock


class Pace:
    """Lets calls through at most `per_s` a second, whichever thread makes them."""

    def __init__(self, per_s: float) -> None:
        self.interval_s = 1 / per_s
        self.free_at = 0.0
        self.lock = Lock()

    def wait(self) -> None:
        with self.lock:
            now = time.monotonic()
            turn = max(now, self.free_at)
            self.free_at = turn + self.interval_s
        time.sleep(turn - now)
