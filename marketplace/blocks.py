"""Workers whom a requester keeps out of its HITs."""

from django.db import transaction

from marketplace import clock, ledger, workers
from marketplace.models import Account, Worker


def block(account: Account, worker_id: str, *, reason: str) -> None:
    """Keep the worker from accepting more; work in hand may be finished. Twice: the last reason."""
    with transaction.atomic():
        ledger.lock(account.id)
        account.blocks.update_or_create(
            worker=workers.named(worker_id),
            lifted_at=None,
            defaults={"reason": reason},
            create_defaults={"reason": reason, "blocked_at": clock.now()},
        )


def lift(account: Account, worker_id: str) -> None:
    """Let the worker in again. Of a worker who is not blocked: nothing to do."""
    mine = account.blocks.filter(worker=workers.named(worker_id), lifted_at=None)
    mine.update(lifted_at=clock.now())


def is_blocked(account_id: int, worker: Worker) -> bool:
    return worker.blocks.filter(account=account_id, lifted_at=None).exists()
