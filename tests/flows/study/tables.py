"""The researcher's side of a simulated study: commands, a reviewer's decisions, and what is stored.

Every step is one process of manage.py, beside the real worker that does what it enqueues.
"""

from collections.abc import Sequence

from tests.flows.readings import read
from tests.stack import Stack

STUDY = "simulated"

TEXTS = """
from corpus.models import SanityStatement, Summary, System
from evaluation.models import ControlText
print(json.dumps({
    "statements": [[row.statement, row.answer] for row in SanityStatement.objects.all()],
    "summaries": [
        [row.text, row.system.name, row.document.external_id]
        for row in Summary.objects.select_related("system", "document")
    ],
    "references": list(System.objects.filter(is_reference=True).values_list("name", flat=True)),
    "controls": [[row.text, row.role] for row in ControlText.objects.all()],
}))
"""
GROUPS = """
from crowd.models import Batch
print(json.dumps(dict(Batch.objects.values_list("name", "hit_type_id"))))
"""
# Confirm, decide whatever failed its check, wait until the worker has told the endpoint, count.
REVIEW = """
import random, time
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone
from crowd.models import Assignment, Call, Item
from crowd.review import decide
REASON = (
    "The statement was answered against what the text says, or texts of known quality were "
    "rated out of their order."
)
call_command("sync_assignments")
reviewer, _ = get_user_model().objects.get_or_create(username="reviewer")
for row in Assignment.objects.awaiting_decision():
    is_rejected = random.Random(f"{SEED} {row.mturk_id}").random() < 0.5
    decide(
        row.pk,
        verdict="reject" if is_rejected else "approve",
        reason=REASON if is_rejected else "",
        by=reviewer,
        beyond_cap=True,
        now=timezone.now(),
    )
deadline = time.monotonic() + 300
while Call.objects.open().exists() and time.monotonic() < deadline:
    time.sleep(0.2)
usable = Assignment.objects.usable()
print(json.dumps([
    {
        "batch": item.batch.name, "item": item.key, "wanted": item.batch.judges,
        "usable": (
            usable.filter(hit__item=item) if item.batch.kind == "highlights"
            else usable.filter(allocation__item=item)
        ).count(),
    }
    for item in Item.objects.filter(batch__published_at__isnull=False).select_related("batch")
]))
"""
WORK = """
from corpus.models import Summary
from crowd.models import Assignment
def summaries(row):
    item = row.allocation.item
    if item.batch.kind == "content":
        return [item.content_item.summary]
    found = Summary.objects.filter(pk__in=item.quality_item.summaries.values("summary"))
    return list(found.select_related("document", "system"))
def met(row):
    if row.hit.item.batch.kind == "highlights":
        return {"documents": [row.hit.item.highlight_item.document.external_id], "systems": []}
    return {
        "documents": [one.document.external_id for one in summaries(row)],
        "systems": [one.system.name for one in summaries(row)],
    }
usable = set(Assignment.objects.usable().values_list("pk", flat=True))
print(json.dumps([
    {
        "assignment_id": row.mturk_id, "worker_id": row.worker.mturk_id,
        "batch": row.hit.item.batch.name, "passed": row.sanity_passed,
        "usable": row.pk in usable, **met(row),
    }
    for row in Assignment.objects.select_related("worker", "hit__item__batch")
]))
"""


def command(stack: Stack, *commands: Sequence[str]) -> None:
    """Several commands of manage.py, one after another, in one process."""
    read(
        stack,
        "from django.core.management import call_command\n"
        f"for words in {[list(words) for words in commands]!r}:\n"
        "    call_command(*words)\n"
        "print(json.dumps(None))",
    )


def review(stack: Stack, seed: int) -> list[dict]:
    """How many usable judgments each item has, once whatever failed was decided."""
    return read(stack, f"SEED = {seed}\n{REVIEW}")
