"""The security sweep: whatever is sent by whoever may not, nothing breaks, is stored or told."""

import hashlib
import uuid

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client

from crowd.frame import FrameClaims
from crowd.models import HIT, Call, Decision, LedgerEntry
from crowd.tokens import sign
from tests.console.sweep import FOREIGN_SITE, SCRIPT, Sweep, routes

SEEDS = range(4)
N_EACH = 3500
ROOMS = {"corpus", "crowd", "annotation", "evaluation", "console", "auth"}
SECRET_REASON = "Sealed-reason-of-a-reviewer: the marks are the date and nothing of the article."


def stored() -> str:
    """A digest of every row; sessions and last sign-ins aside."""
    digest = hashlib.sha256()
    for model in apps.get_models():
        if model._meta.app_label in ROOMS:
            fields = [f.name for f in model._meta.fields if f.name != "last_login"]
            rows = serializers.serialize("json", model.objects.order_by("pk"), fields=fields)
            digest.update(f"{model._meta.label} {rows}".encode())
    return digest.hexdigest()


def money() -> list[int]:
    return [model.objects.count() for model in (Decision, Call, LedgerEntry)]


@pytest.fixture
def world(scene, addresses, accounts):
    """Rows of every kind behind the addresses, and what nobody outside may read."""
    item = scene.item(scene.document(title=f"Sealed title {SCRIPT}"))
    work = scene.failed(item)
    scene.decision(work, "reject", SECRET_REASON, by=accounts["reviewer"])
    hits = list(HIT.objects.exclude(mturk_id=None))
    foreign = sign(
        FrameClaims("3ASG1", hits[0].mturk_id, "A1", "http://127.0.0.1:8001"), uuid.uuid4()
    )
    known = {
        "public_id": [str(hit.public_id) for hit in hits],
        "hit": [hit.mturk_id for hit in hits],
        "study": [scene.study.name],
        "name": [scene.dataset.name],
        "app_label": ["crowd", "auth"],
        "object_id": [str(work.pk)],
    }
    numbers = [str(work.pk), str(scene.batch.pk), "1", "2", "3"]
    numeric = (
        "assignment batch document call quality_batch control decision appeal statement worker pk"
    )
    return known | dict.fromkeys(numeric.split(), numbers), [foreign, foreign[:-3], f"{foreign}x"]


@pytest.fixture
def people(signed_in):
    """Who may do nothing, and staff whose browser was tricked into it: without the page's token."""
    forged = Client(enforce_csrf_checks=True)
    forged.cookies["highres_session"] = "a" * 32

    def tricked(name: str) -> Client:
        client = Client(enforce_csrf_checks=True)
        client.cookies = signed_in(name).cookies
        return client

    outside = [Client(), Client(), Client(), Client(), signed_in("nobody"), forged]
    return outside, [tricked(name) for name in ("researcher", "reviewer", "admin", "root")]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_requests_break_store_and_tell_nothing(seed, world, people, scene, caplog):
    known, tokens = world
    sweep, (outside, staff) = Sweep(seed, known, tokens), people
    sealed = [SECRET_REASON[:20], scene.study.title, "Traceback", "SECRET_KEY"]
    before = stored()
    for n in range(N_EACH):
        is_staff = n % 40 == 0
        client = sweep.random.choice(staff if is_staff else outside)
        method, address, data, kind = sweep.request()
        call = getattr(client, method)
        if method in ("get", "head", "trace"):
            answer = call(address)
        else:
            answer = call(address, data=data, content_type=kind)
        told = (
            f"seed {seed}, request {n}: {method} {address} {data[:200]!r} -> {answer.status_code}"
        )
        assert answer.status_code < 500, told
        page = answer.content.decode(errors="replace")
        assert SCRIPT not in page, told
        assert f'action="{FOREIGN_SITE}' not in page, told
        assert FOREIGN_SITE not in answer.get("Location", "").split("?")[0], told
        if not is_staff and not address.startswith("/judge/"):
            assert not [word for word in sealed if word in page], told
        if address.startswith("/judge/"):
            assert SECRET_REASON[:20] not in page and "Traceback" not in page, told
    assert stored() == before


def test_the_sweep_meets_every_address():
    met = {route.path for route in routes()}
    assert {"/console/review/", "/admin/login/", "/healthz"} <= met
    assert sum(path.startswith("/judge/") for path in met) >= 14


def test_a_staff_post_from_elsewhere_moves_no_money(world, people):
    """Each address once, with a body that would be right, but for the page's token."""
    known, _ = world
    before = money()
    for client in people[1]:
        for route in routes():
            path = route.path
            while "<" in path:
                name = path[path.index("<") + 1 : path.index(">")].split(":")[-1]
                value = known.get(name, ["1"])[0]
                path = path[: path.index("<")] + value + path[path.index(">") + 1 :]
            data = {"verdict": "approve", "reason": SECRET_REASON, "agreed": "1"}
            data["case"] = known["assignment"][0]
            status = client.post(path, data).status_code
            assert status in (302, 400, 403, 404, 405), (path, status)
    assert money() == before
