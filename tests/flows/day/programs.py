"""What staff do, as programs for `manage.py shell` that print JSON.

The names in capitals are given by whoever runs one (Staff.run).
"""

STUDIES = ("open", "guests")
UNMADE = "unmade"
"""A batch of the open study whose HITs the endpoint refuses to create."""
REASON = "The statement was answered wrongly; the article says the opposite in its first lines."
DENIED = "A second person looked again: the rejection stands."
BEFORE = """
from datetime import timedelta
from decimal import Decimal
import io, random
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone
from crowd.models import *
users = get_user_model().objects
now, silent = timezone.now(), io.StringIO()
def draw(key, chances):
    return random.Random(f"{SEED} {key}").choices(list(chances), list(chances.values()))[0]
"""
OPEN = """
call_command("load_corpus", PATH, "--name", "articles", stdout=silent)
for study in STUDIES:
    call_command(
        "create_study", study, "--title=A day", "--contact=a@example.org", "--budget=9000",
        stdout=silent,
    )
Study.objects.filter(name="open").update(qualifies_out=True)
print(json.dumps(None))
"""
PUBLISH = """
for study, name, judges, documents in BATCHES:
    call_command(
        "create_batch", study, "--dataset=articles", f"--name={name}", f"--judges={judges}",
        f"--title=Mark the important words: {study}", "--documents", *documents, stdout=silent,
    )
    call_command("publish_batch", f"{study}/{name}", stdout=silent)
print(json.dumps(None))
"""
SYNC = """
from crowd.tasks import sync_batch
for batch in Batch.objects.open():
    sync_batch(batch.pk)
"""
REVIEW = (
    SYNC
    + """
from crowd.review import decide
reviewer, _ = users.get_or_create(username="reviewer")
decided = []
for row in Assignment.objects.awaiting_decision():
    verdict = draw(row.mturk_id, {"reject": 70, "approve": 15, "soft": 15})
    decide(
        row.pk, verdict=verdict, reason="" if verdict == "approve" else REASON, by=reviewer,
        now=now, beyond_cap=True,
    )
    decided.append([row.mturk_id, verdict])
print(json.dumps(decided))
"""
)
APPEALS = """
from crowd.appeals import let_stand
from crowd.hearing import hear
from crowd.review import decide
second, _ = users.get_or_create(username="second")
problems, answered = hear(now), []
for appeal in Appeal.objects.open().select_related("assignment"):
    row = appeal.assignment
    if draw(f"appeal {row.mturk_id}", {"grant": 1, "deny": 1}) == "grant":
        decide(row.pk, verdict="approve", reason="We were wrong.", by=second, now=now)
        answered.append([row.mturk_id, appeal.message, "Granted"])
    else:
        let_stand(appeal.pk, answer=DENIED, by=second, now=now)
        answered.append([row.mturk_id, appeal.message, "Denied"])
print(json.dumps({"answered": answered, "problems": problems}))
"""
BONUSES = """
from crowd.bonuses import give_bonus
from crowd.budget import BudgetExceeded
waiting = 0
for mturk_id, amount in GIVEN:
    work = Assignment.objects.confirmed().filter(mturk_id=mturk_id).first()
    try:
        assert work is not None
        give_bonus(work.pk, amount_usd=Decimal(amount), reason="Thank you.", by=None, now=now)
    except (AssertionError, BudgetExceeded):
        waiting += 1
print(json.dumps(waiting))
"""
RETRY = """
from crowd.retries import retry_batch
print(json.dumps(sum(retry_batch(batch) for batch in Batch.objects.exclude(name=UNMADE))))
"""
CLOSE = """
from crowd.batches import expire_batch
for batch in Batch.objects.all():
    expire_batch(batch.pk)
print(json.dumps(None))
"""
STATE = """
usable = Assignment.objects.usable()
print(json.dumps({
    "open": [[call.key, call.last_error] for call in Call.objects.open()],
    "failed": [
        [call.key, call.last_error]
        for call in Call.objects.filter(state="failed").exclude(hit__item__batch__name=UNMADE)
    ],
    "items": [
        [item.batch.study.name, item.key, item.batch.judges, usable.filter(hit__item=item).count()]
        for item in Item.objects.exclude(batch__name=UNMADE).select_related("batch__study")
    ],
}))
"""
LATER = """
from crowd.finishing import release_final
from crowd.sync import sync_assignments
later = now + timedelta(days=31)
for batch in Batch.objects.exclude(name=UNMADE).select_related("study"):
    news = sync_assignments(batch, later)
    assert not (news.calls or news.problems), news
release_final(later)
print(json.dumps({
    "unsettled": [str(hit) for hit in HIT.objects.filter(settled_at=None)],
    "committed": {
        study.name: str(sum(entry.amount_usd for entry in study.ledger.all()))
        for study in Study.objects.all()
    },
    "paid": [
        [entry.study.name, entry.assignment.mturk_id, entry.kind, str(entry.paid_usd)]
        for entry in LedgerEntry.objects.exclude(paid_usd=0).select_related("study", "assignment")
    ],
    "hits": dict(HIT.objects.created().values_list("mturk_id", "item__batch__study__name")),
}))
"""
RECONCILE = """
from crowd.reconciling import reconcile
found = []
for study in Study.objects.all():
    run = reconcile(study, now + timedelta(days=31))
    assert not run.problem, run.problem
    found += [[row.kind, row.assignment and row.assignment.mturk_id, row.text]
              for row in study.findings.open()]
print(json.dumps(found))
"""
