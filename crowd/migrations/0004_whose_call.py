"""Calls learn whose work they are about, ledger rows what they are."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def tell(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    call, decision = apps.get_model("crowd", "Call"), apps.get_model("crowd", "Decision")
    work = decision.objects.filter(pk=OuterRef("decision")).values("assignment")[:1]
    call.objects.exclude(decision=None).update(assignment=Subquery(work))
    given_back = apps.get_model("crowd", "LedgerEntry").objects.filter(amount_usd__lt=0)
    given_back.update(kind="release")


class Migration(migrations.Migration):
    dependencies = [("crowd", "0003_money")]

    operations = [migrations.RunPython(tell, migrations.RunPython.noop)]
