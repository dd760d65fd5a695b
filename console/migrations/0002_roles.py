"""The groups behind the roles of console.roles, so that they exist before the first account."""

from django.db import migrations

ROLES = ("researcher", "reviewer", "admin")


def make_groups(apps, schema_editor):
    groups = apps.get_model("auth", "Group").objects
    for name in ROLES:
        groups.get_or_create(name=name)


class Migration(migrations.Migration):

    dependencies = [
        ("console", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
