"""The budget guard: money is set aside in our own ledger before the endpoint is asked for it.

Everything here runs in the caller's transaction, on a study row the caller has locked, so two who
ask at once cannot both get the last dollar.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Count, Q, Sum

from crowd.balances import free_usd
from crowd.models import HIT, Assignment, Batch, Bonus, LedgerEntry, Study
from crowd.money import to_cent
from crowd.prices import bonus_cost, full_cost, pool_cost, unit_cost

ZERO = Decimal("0.00")
# As long a rejection can be overturned, and then has to be paid after all.
OVERTURN_WINDOW = timedelta(days=30)


class BudgetExceeded(Exception):
    """The study's budget does not cover it; the message names the sums."""


def lock_study(study_id: int) -> Study:
    """Whoever commits money of a study waits here for the others; lock it before other rows."""
    return Study.objects.select_for_update().get(pk=study_id)


def committed_usd(study: Study) -> Decimal:
    """What is set aside and not given back."""
    return to_cent(study.ledger.aggregate(sum=Sum("amount_usd", default=ZERO))["sum"])


def reserve(study: Study, hits: Sequence[HIT], now: datetime) -> Decimal:
    """Set aside for each HIT what it can cost at most, less what already is. Returns the sum.

    Raises BudgetExceeded, writing nothing.
    """
    release_rejections(study, now)
    # What a final rejection gave back is never needed again; what lay unused may be.
    for_places = Q(key__startswith="reserve:") | Q(key__startswith="unused:")
    ledger = study.ledger.filter(for_places, hit__in=hits)
    sums = ledger.order_by().values("hit").annotate(sum=Sum("amount_usd"), n=Count("id"))
    held = {row["hit"]: row for row in sums}
    entries = []
    for hit in hits:
        row = held.get(hit.pk, {"sum": ZERO, "n": 0})
        missing = full_cost(hit) - to_cent(row["sum"])  # SQLite sums in floating point
        if missing > 0:
            key = f"reserve:{hit.public_id}:{row['n']}"
            entries.append(LedgerEntry(study=study, hit=hit, key=key, amount_usd=missing))
    return commit(study, entries)


def reserve_batch(batch: Batch, hits: Sequence[HIT], now: datetime) -> Decimal:
    """As `reserve`, and the batch's pool for bonuses with it; both or nothing."""
    study = batch.study
    release_rejections(study, now)
    amounts = [(f"reserve:{hit.public_id}:0", hit, full_cost(hit)) for hit in hits]
    if batch.bonus_pool_usd:
        amounts.append((f"pool:{batch.pk}", hits[0], pool_cost(batch.bonus_pool_usd)))
    return commit(
        study,
        [LedgerEntry(study=study, hit=hit, key=key, amount_usd=sum_) for key, hit, sum_ in amounts],
    )


def commit(study: Study, entries: list[LedgerEntry]) -> Decimal:
    """Write these if budget and account cover them. Raises BudgetExceeded, writing nothing."""
    wanted = sum((entry.amount_usd for entry in entries), ZERO)
    committed = committed_usd(study)
    if wanted > study.budget_usd - committed:
        raise BudgetExceeded(
            f"{wanted} USD are needed, but of the budget of {study.budget_usd} USD of study "
            f"{study} {committed} USD are committed and {study.budget_usd - committed} USD are left"
        )
    if entries:
        require_funds(entries[0].hit.item.batch.endpoint_url, wanted)
    LedgerEntry.objects.bulk_create(entries)
    return wanted


def require_funds(url: str, wanted: Decimal) -> None:
    """By what the account last said it holds; where it was never asked, the endpoint decides."""
    free = free_usd(url)
    if free is not None and wanted > free:
        raise BudgetExceeded(
            f"{wanted} USD are needed, but the account at {url} holds only {max(free, ZERO)} USD "
            "that are free; deposit more and try again in a minute"
        )


def reserve_bonus(bonus: Bonus) -> Decimal:
    """Set a bonus aside with its fee: from the pool of its batch, then from what is free.

    Returns what had to be set aside anew. Raises BudgetExceeded, writing nothing.
    """
    hit, cost = bonus.assignment.hit, bonus_cost(bonus.amount_usd)
    batch = hit.item.batch
    from_pool = min(cost, pool_left(batch))
    held = {"study": batch.study, "hit": hit, "assignment": bonus.assignment}
    entries = [LedgerEntry(key=f"bonus:{bonus.pk}", amount_usd=cost, **held)]
    if from_pool:
        drawn = {"amount_usd": -from_pool, "kind": LedgerEntry.Kind.RELEASE}
        entries.append(LedgerEntry(key=f"pool-drawn:{bonus.pk}", **drawn, **held))
    return commit(batch.study, entries)


def pool_left(batch: Batch) -> Decimal:
    """What is still set aside for bonuses of the batch, with fees."""
    pool = LedgerEntry.objects.filter(hit__item__batch=batch, key__startswith="pool")
    return to_cent(pool.aggregate(sum=Sum("amount_usd", default=ZERO))["sum"])


def release_pool(batch: Batch) -> None:
    """Give back what is left of the pool, once all work of the batch is settled."""
    pool = LedgerEntry.objects.filter(key=f"pool:{batch.pk}").select_related("hit").first()
    if pool is not None and (left := pool_left(batch)) > 0:
        give_back(batch.study, pool.hit, f"pool-unused:{batch.pk}", left)


def release_unused(study: Study, hit: HIT, n_assignments: int) -> None:
    """Give back the cost of assignments nobody took and nobody can take any more."""
    if n_assignments > 0:
        key = f"unused:{hit.public_id}:{hit.max_assignments}"
        give_back(study, hit, key, n_assignments * unit_cost(hit))


def release_rejections(study: Study, now: datetime) -> None:
    """Give back what rejected work would have cost, once it cannot be overturned any more."""
    final = Assignment.objects.filter(
        hit__item__batch__study=study,
        status=Assignment.Status.REJECTED,
        handed_in_at__lt=now - OVERTURN_WINDOW,
    )
    done = set(study.ledger.filter(key__startswith="rejected:").values_list("key", flat=True))
    for assignment in final.select_related("hit__item__batch"):
        key = f"rejected:{assignment.pk}"
        if key not in done:
            give_back(study, assignment.hit, key, unit_cost(assignment.hit))


def give_back(study: Study, hit: HIT, key: str, amount_usd: Decimal) -> None:
    LedgerEntry.objects.get_or_create(
        key=key,
        defaults={
            "study": study,
            "hit": hit,
            "amount_usd": -amount_usd,
            "kind": LedgerEntry.Kind.RELEASE,
        },
    )
