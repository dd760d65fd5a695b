"""The processes of a day: as in production, with two task workers and a market that obeys tests."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from highres_web.processes import Process
from tests.marketplace.harness import Control
from tests.marketplace.people import Requester
from tests.stack import Stack

ACCOUNT = "tests"
LATE_S = 7200
"""So long after a lost lease work is still taken."""


@dataclass(frozen=True)
class Obedient(Process):
    """A process of the marketplace with the control interface, which the production profile
    refuses; database, addresses and number of processes are those of the stack all the same."""

    control_secret: str = ""

    def environment(self, base: Mapping[str, str]) -> dict[str, str]:
        controlled = {
            "HIGHRES_PROFILE": "embedded",
            "MARKETPLACE_CONTROL_SECRET": self.control_secret,
        }
        return {**super().environment(dict(base)), **controlled}


class Stage(Stack):
    def __init__(self, folder: Path, *, profile: str) -> None:
        super().__init__(folder, profile=profile, MARKETPLACE_LATE_HAND_IN_S=str(LATE_S))

    def processes(self) -> dict[str, Process]:
        found = super().processes()
        if self.profile == "production":
            first = found["worker"]
            argv = (*first.argv, "--hostname", "second@%h")
            found["worker-2"] = replace(first, name="worker-2", argv=argv)
            for name in ("marketplace", "marketplace-tick"):
                found[name] = Obedient(**vars(found[name]), control_secret=self.control_secret)
        return found

    @cached_property
    def market(self) -> Control:
        return Control(self.marketplace_origin, self.control_secret)

    @cached_property
    def requester(self) -> Requester:
        """The account that the web application uses, as whoever holds its keys."""
        keys = {
            "endpoint_url": self.environment["MTURK_ENDPOINT_URL"],
            "region": self.environment["MTURK_REGION"],
            "access_key_id": self.environment["MTURK_ACCESS_KEY_ID"],
            "secret_access_key": self.environment["MTURK_SECRET_ACCESS_KEY"],
        }
        return Requester(self.market, ACCOUNT, keys)
