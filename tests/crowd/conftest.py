"""A kind of HIT that only tests know, and studies, batches and workers to try the desks on."""

from decimal import Decimal
from types import SimpleNamespace

import pytest

from crowd import kinds
from crowd.assignments import take_in
from crowd.batches import create_batch
from crowd.models import HIT, Assignment, Batch, Item, Study
from tests.crowd.factories import NOW
from tests.crowd.lab import Lab


@pytest.fixture(autouse=True)
def sample_kind(settings, monkeypatch):
    """Its work is one word, and only "right" passes the check. Registered for the test only."""
    settings.ROOT_URLCONF = "tests.crowd.urls"
    seen = SimpleNamespace(refreshed=[])

    def ingest(assignment: Assignment, answers: dict[str, str]) -> None:
        if "word" not in answers:
            raise kinds.CannotIngest(f"no field 'word' among {sorted(answers)}")
        if answers["word"] == "broken":
            raise TypeError("a mistake of this kind")
        take_in(
            assignment,
            sanity_passed=answers["word"] == "right",
            active_duration_s=0,
            now=assignment.handed_in_at,
        )

    kind = kinds.Kind("sample", "sample", "sample-hit", ingest, seen.refreshed.append)
    monkeypatch.setitem(kinds._kinds, "sample", kind)
    return seen


@pytest.fixture
def study(db) -> Study:
    return Study.objects.create(
        name="pilot", title="Pilot", contact_email="lab@example.org", budget_usd=Decimal("100.00")
    )


@pytest.fixture
def make_batch(study):
    def make(*keys: str, name: str = "first", **fields) -> Batch:
        fields = {"judges": 3, "reward_usd": Decimal("0.50"), **fields}
        return create_batch(
            study,
            name=name,
            kind="sample",
            title="Read and say",
            description="One word.",
            keys=keys or ["item-1"],
            **fields,
        )

    return make


@pytest.fixture
def make_hit(make_batch):
    """A HIT as it stands when delivery has created it."""

    def make(*, item: Item | None = None, number: int = 0, mturk_id: str = "3HIT") -> HIT:
        if item is None:
            batch = make_batch()
            Batch.objects.filter(pk=batch.pk).update(
                published_at=NOW, endpoint_url="http://127.0.0.1:8001"
            )
            item = batch.items.get()
        hit = HIT.objects.create(item=item, number=number, max_assignments=3, mturk_id=mturk_id)
        return HIT.objects.with_batch().get(pk=hit.pk)

    return make


@pytest.fixture
def lab(market, settings, db) -> Lab:
    """A new account at the session's marketplace, configured as our endpoint."""
    return Lab(market, settings)


@pytest.fixture
def reviewer(django_user_model):
    return django_user_model.objects.create_user("rita", is_staff=True)
