"""The desk that voids a True/False statement: nobody fails by it any more, in any study."""

from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q, QuerySet

from corpus.models import SanityStatement
from crowd.due_process import LONGEST_REASON, DecisionError
from crowd.models import Assignment, ReviewEvent, Study
from crowd.rejudging import Rejudged, rejudge


def asked(statement: SanityStatement) -> QuerySet[Assignment]:
    """Work that was checked by this statement."""
    return Assignment.objects.filter(
        Q(highlight__statement=statement) | Q(statement_answer__statement=statement)
    )


def failed_by(statement: SanityStatement) -> QuerySet[Assignment]:
    """Whom it failed, and who would pass without it."""
    return asked(statement).filter(sanity_passed=False)


def void_statement(
    statement_id: int, *, reason: str, by: AbstractBaseUser, now: datetime
) -> Rejudged:
    """Void the statement and judge everybody again whom it failed (crowd.rejudging).

    One transaction; writes the log of every study concerned. A repeat judges again what failed by
    it since. Raises DecisionError without a reason, or if it
    failed whoever asks.
    """
    reason = reason.strip()
    if not 10 <= len(reason) <= LONGEST_REASON:
        raise DecisionError(f"say why, in 10 to {LONGEST_REASON} characters, got {len(reason)}")
    with transaction.atomic():
        statement = SanityStatement.objects.select_for_update().get(pk=statement_id)
        if failed_by(statement).filter(worker__account=by.pk).exists():
            raise DecisionError(f"it failed {by} too, and nobody decides on their own work")
        if statement.voided_at is None:
            statement.voided_at, statement.voided_by, statement.void_reason = now, by, reason
            statement.save(update_fields=["voided_at", "voided_by", "void_reason"])
        failed = list(failed_by(statement).values_list("pk", "hit__item__batch__study"))
        told = f"The statement “{statement.statement}” was voided by {by}: {reason}"[
            :LONGEST_REASON
        ]
        seen = {"statement": statement.statement, "right": statement.answer}
        work = [pk for pk, _ in failed]
        done = rejudge(work, reason=told, by=by, now=now, evidence=seen)
        concerned = asked(statement).values("hit__item__batch__study")
        for study in Study.objects.filter(pk__in=concerned):
            ReviewEvent.objects.create(
                kind=ReviewEvent.Kind.VOIDED,
                study=study,
                by=by,
                at=now,
                text=told,
                seen=seen | {"failed": [pk for pk, study_id in failed if study_id == study.pk]},
            )
    return done
