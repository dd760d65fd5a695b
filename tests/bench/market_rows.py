"""Rows for the marketplace's bench, written directly: an account of a given size.

python -m tests.bench.market_rows NAME N_HITS: a HIT type, N HITs of which each has one submission.
"""

import json
import sys
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from marketplace import credentials, workers  # noqa: E402
from marketplace.identifiers import new_entity_id  # noqa: E402
from marketplace.models import (  # noqa: E402
    HIT,
    Assignment,
    Event,
    HITType,
    IdempotencyToken,
    LedgerEntry,
)

BATCH = 2000


def fill(name: str, n_hits: int) -> dict:
    now = datetime.now(UTC)
    account = credentials.open_account(name, balance=Decimal("1000000.00"))
    key, secret = credentials.issue_key(account)
    worker, _ = workers.create(name)
    kind = HITType.objects.create(
        account=account, title=name, description="d", reward=Decimal("0.10"), duration_s=3600,
        auto_approval_delay_s=30 * 86_400, digest=name, created_at=now,
    )  # fmt: skip
    hits = [
        HIT(
            account=account, hit_type=kind, question="<q/>", external_url="https://example.org/",
            frame_height=0, max_assignments=1, fee=Decimal("0.02"), held=Decimal("0.12"),
            created_at=now, expires_at=now + timedelta(days=30), status=HIT.Status.REVIEWABLE,
            finished_at=now, public_id=new_entity_id(),
        )
        for _ in range(n_hits)
    ]  # fmt: skip
    HIT.objects.bulk_create(hits, BATCH)
    work = [
        Assignment(
            hit=hit, worker=worker, state=Assignment.State.SUBMITTED, accepted_at=now,
            deadline=now + timedelta(hours=1), submitted_at=now, visible_at=now,
            auto_approval_at=now + timedelta(days=30), answer="<a/>",
        )
        for hit in hits
    ]  # fmt: skip
    Assignment.objects.bulk_create(work, BATCH)
    total = Decimal("1000000.00")
    held = [Decimal("0.12") * (n + 1) for n in range(n_hits)]
    LedgerEntry.objects.bulk_create(
        [
            LedgerEntry(
                account=account, kind="Hold", hit=hit, total_change=0,
                held_change=Decimal("0.12"), total_after=total, held_after=amount, at=now,
            )
            for hit, amount in zip(hits, held, strict=True)
        ],
        BATCH,
    )  # fmt: skip
    Event.objects.bulk_create(
        [Event(account=account, kind="HITCreated", hit=hit, at=now) for hit in hits], BATCH
    )
    IdempotencyToken.objects.create(
        account=account, operation="one row", token=hits[0].public_id, made="x", used_at=now
    )
    return {
        "account": account.id,
        "access_key_id": key.key_id,
        "secret_access_key": secret,
        "HITTypeId": kind.public_id,
        "HITId": hits[0].public_id,
    }


if __name__ == "__main__":
    with transaction.atomic():
        made = fill(sys.argv[1], int(sys.argv[2]))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as PostgreSQL does by itself, some time after
    print(json.dumps(made))
