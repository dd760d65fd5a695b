"""Asks the endpoint who handed in what: the proof behind the claims in our tables.

Each HIT's answer is taken in by one transaction (crowd.confirmation); then finished HITs are left
alone and lost work is replaced. Running it twice, or at once, ends in the same rows. It enqueues
nothing: its caller is told which items changed and which calls are new.
"""

from datetime import datetime, timedelta

from django.db import transaction

from crowd import budget, mturk
from crowd.budget import BudgetExceeded
from crowd.confirmation import News, take_word
from crowd.finishing import finish
from crowd.keeping_out import keep_out_of_later
from crowd.models import HIT, Assignment, Batch, Item
from crowd.passing import grant_earned
from crowd.port import EndpointError, Refused
from crowd.replacement import is_short, replace_lost

# How long after the last possible moment something may still appear.
LINGERING = timedelta(hours=1)


def sync_assignments(batch: Batch, now: datetime) -> News:
    """Ask about every HIT to which something may have happened. Never raises EndpointError."""
    news = News()
    try:
        endpoint = mturk.endpoint_at(batch.endpoint_url)
        for hit in HIT.objects.unsettled().filter(item__batch=batch).with_batch():
            try:
                handed_in = list(endpoint.assignments(hit.mturk_id))
            except Refused as refusal:
                news.problems.append(f"{hit}: {refusal}")
                continue
            with transaction.atomic():
                Batch.objects.select_for_update().get(pk=batch.pk)  # one sync at a time
                take_word(hit, handed_in, now, news)
            if len(handed_in) == hit.max_assignments or is_over(hit, now):
                settle(hit, now)
    except EndpointError as error:
        news.problems.append(str(error))
    replace_all_lost(batch, now, news)
    news.calls += [call.pk for call in (*keep_out_of_later(batch), *grant_earned(batch, now))]
    return news


def is_over(hit: HIT, now: datetime) -> bool:
    """Nobody can accept it any more, and whoever had accepted it is past the deadline."""
    if hit.expires_at is None:
        return False
    allowed = timedelta(seconds=hit.item.batch.assignment_duration_s)
    return hit.expires_at + allowed + LINGERING < now


def settle(hit: HIT, now: datetime) -> None:
    """Once all its work is decided and delivered, no one need ask about it again.

    But for a HIT whose item lacks judges: it keeps its batch among those that are synced, and so
    what could not be paid for is replaced when there is money.
    """
    with transaction.atomic():
        study = budget.lock_study(hit.item.batch.study_id)
        confirmed = hit.assignments.confirmed()
        if confirmed.exclude(status__in=Assignment.FINAL).exists() or hit.calls.open().exists():
            return
        if is_short(hit.item):
            return
        unextended = HIT.objects.unsettled().filter(pk=hit.pk, max_assignments=hit.max_assignments)
        if unextended.update(settled_at=now):
            finish(hit, study, n_unused=hit.max_assignments - confirmed.count())


def replace_all_lost(batch: Batch, now: datetime, news: News) -> None:
    """Also what could not be replaced when it was lost, because the budget was spent."""
    lost = Assignment.objects.lost().filter(hit__item__batch=batch)
    for item in Item.objects.filter(pk__in=lost.values("hit__item")).select_related("batch"):
        try:
            with transaction.atomic():
                calls = replace_lost(item, budget.lock_study(batch.study_id), now)
        except BudgetExceeded as error:
            news.problems.append(f"no replacement for {item}: {error}")
        else:
            news.calls += [call.pk for call in calls]
