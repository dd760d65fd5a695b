"""Asks the endpoint for everything of a study, and keeps where it differs from what we have.

Repeated safely: a difference found again stays the row it is, one that is gone is marked so. It
repairs nothing (crowd.repairs) and enqueues nothing.
"""

from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction

from crowd import mturk
from crowd.differences import Difference, There, differences
from crowd.models import HIT, Assignment, Finding, Reconciliation, Study
from crowd.mturk import Endpoint
from crowd.port import EndpointError

ZERO = Decimal("0.00")
# What stays different although it was dealt with; anything else that stays was not repaired.
LASTING = (Finding.Kind.HIT_STRAY, Finding.Kind.TWICE, Finding.Kind.WRONG_WORKER)
SEEN = ("kind", "text", "hit", "assignment", "facts")
TIME_TO_REPAIR = timedelta(minutes=10)


def reconcile(study: Study, now: datetime) -> Reconciliation:
    """Look at both sides. Never raises EndpointError: the last look stands, with the problem."""
    try:
        endpoint = mturk.endpoint()
        there = ask(study, endpoint)
    except EndpointError as error:
        problem = {"problem": str(error)}
        run, _ = Reconciliation.objects.update_or_create(
            study=study, defaults=problem, create_defaults={**problem, "asked_at": now}
        )
        return run
    with transaction.atomic():
        Study.objects.select_for_update().get(pk=study.pk)  # one look at a time
        keep(study, list(differences(study, there, now)), now)
        run, _ = Reconciliation.objects.update_or_create(
            study=study,
            defaults={
                "asked_at": now,
                "rewards_usd": rewards_there(study, there),
                "bonuses_usd": sum(
                    (told.amount_usd for paid in there.bonuses.values() for told in paid), ZERO
                ),
                "problem": "",
            },
        )
    return run


def ask(study: Study, endpoint: Endpoint) -> There:
    """Every HIT of the account, and all work and bonuses of this study's; page by page."""
    remote = {hit.mturk_id: hit for hit in endpoint.hits()}
    ours = HIT.objects.created().filter(
        item__batch__study=study, item__batch__endpoint_url=endpoint.url
    )
    there = [hit for hit in ours if hit.mturk_id in remote]
    return There(
        url=endpoint.url,
        hits=remote,
        work={hit.pk: list(endpoint.assignments(hit.mturk_id)) for hit in there},
        bonuses={hit.pk: list(endpoint.bonuses(HITId=hit.mturk_id)) for hit in there},
    )


def rewards_there(study: Study, there: There) -> Decimal:
    rewards = dict(
        HIT.objects.filter(pk__in=there.work).values_list("pk", "item__batch__reward_usd")
    )
    approved = Assignment.Status.APPROVED
    return sum(
        (rewards[pk] for pk, work in there.work.items() for row in work if row.status == approved),
        ZERO,
    )


def keep(study: Study, found: list[Difference], now: datetime) -> None:
    for difference in found:
        seen = {name: getattr(difference, name) for name in SEEN}
        Finding.objects.update_or_create(
            study=study,
            key=difference.key,
            defaults={**seen, "gone_at": None},
            create_defaults={**seen, "found_at": now},
        )
    keys = [difference.key for difference in found]
    unrepaired = study.findings.filter(key__in=keys, repaired_at__lt=now - TIME_TO_REPAIR)
    unrepaired.exclude(kind__in=LASTING).update(repaired_at=None)
    study.findings.filter(gone_at=None).exclude(key__in=keys).update(gone_at=now)
