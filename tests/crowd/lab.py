"""A requester's account at a real marketplace, and people who work for it.

Our side runs in the test's process, as web process and worker do; everything it says to the
marketplace goes over HTTP. Workers go through the pages of the site, and save with us what the
worker's page would save.
"""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.http import QueryDict

from crowd.assignments import open_assignment, submit
from crowd.batches import publish_batch
from crowd.confirmation import News
from crowd.delivery import deliver, deliver_due
from crowd.frame import FrameClaims
from crowd.models import HIT, Assignment, Batch
from crowd.sync import sync_assignments
from tests.marketplace.harness import Marketplace, Worker


class Lab:
    def __init__(self, market: Marketplace, settings) -> None:
        self.market = market
        self.requester = market.requester(balance="1000.00")
        self.remote = self.requester.mturk
        settings.MTURK_ENDPOINT_URL = market.origin
        settings.MTURK_ALLOWED_ENDPOINTS = [market.origin]
        settings.MTURK_SUBMIT_ORIGINS = [market.origin]
        settings.MTURK_ACCESS_KEY_ID = self.requester.keys["access_key_id"]
        settings.MTURK_SECRET_ACCESS_KEY = self.requester.keys["secret_access_key"]
        settings.MTURK_REQUESTS_PER_S = 1000.0
        settings.HIGHRES_ORIGIN = "http://localhost:8000"

    def now(self) -> datetime:
        """The market's time, which tests move ahead."""
        return datetime.fromtimestamp(self.market.control("GET", "clock")["now"], UTC)

    def arm(self, kind: str, **fault) -> None:
        """A fault that strikes this account alone."""
        self.market.arm(kind, account=self.requester.name, **fault)

    def publish(self, batch: Batch) -> list[HIT]:
        """Published and delivered; the HITs as they stand then."""
        publish_batch(batch.pk, now=self.now())
        self.deliver()
        return self.hits(batch)

    def hits(self, batch: Batch) -> list[HIT]:
        return list(HIT.objects.with_batch().filter(item__batch=batch).order_by("pk"))

    def deliver(self, *, later: timedelta = timedelta(0)) -> None:
        """Send all that is due, as the sweeps would until nothing is left."""
        while deliver_due(self.now() + later):
            pass

    def sync(self, batch: Batch) -> News:
        """As the sweep does: ask, then deliver what follows."""
        news = sync_assignments(Batch.objects.get(pk=batch.pk), self.now())
        for call_id in news.calls:
            deliver(call_id, self.now())
        return news

    def worker(self) -> Worker:
        return self.market.worker()

    def claims(self, worker: Worker, assignment_id: str) -> FrameClaims:
        """What the address in the frame of the marketplace's page claims."""
        url = worker.frame_url(f"/assignments/{assignment_id}")
        return FrameClaims.from_query(QueryDict(urlsplit(url).query))

    def save(self, hit: HIT, claims: FrameClaims, word: str = "right") -> Assignment:
        """What our page does before it hands back."""
        open_assignment(hit, claims, self.now())
        with transaction.atomic():
            return submit(
                hit, claims, sanity_passed=word == "right", active_duration_s=60, now=self.now()
            ).assignment

    def do(self, hit: HIT, worker: Worker | None = None, word: str = "right") -> Assignment:
        """A worker accepts, works, saves with us and hands in."""
        worker = worker or self.worker()
        assignment_id = worker.accept(hit.mturk_id)
        assignment = self.save(hit, self.claims(worker, assignment_id), word)
        worker.submit(assignment_id, word=word)
        return assignment

    def remote_hits(self) -> list[dict]:
        return self.remote.list_hits(MaxResults=100)["HITs"]

    def remote_status(self, assignment: Assignment) -> str:
        found = self.remote.get_assignment(AssignmentId=assignment.mturk_id)
        return found["Assignment"]["AssignmentStatus"]
