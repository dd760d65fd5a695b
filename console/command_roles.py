"""Which role a command of manage.py needs when it is run in the name of an account.

Whoever can run manage.py has the machine and the database, so a command without a name is the
operator's. A lab that lets members run commands sets HIGHRES_STAFF to their account (in a sudo
rule, a wrapper, a container): then the same roles hold as on the pages.
"""

from django.contrib.auth import get_user_model
from django.core.management import CommandError

from console.roles import Ability, abilities_of

VARIABLE = "HIGHRES_STAFF"
# What each command of ours needs. Accounts are the operator's, and so is all of Django's own.
OPERATORS = {"demo", "staff_account"}
NEEDS: dict[str, Ability] = {
    "check_endpoint": Ability.LOOK,
    "clear_batch": Ability.PLAN,
    "create_batch": Ability.PLAN,
    "create_content_batch": Ability.PLAN,
    "create_quality_batch": Ability.PLAN,
    "create_study": Ability.PLAN,
    "expire_batch": Ability.PLAN,
    "export_highlights": Ability.LOOK,
    "export_ratings": Ability.LOOK,
    "load_corpus": Ability.PLAN,
    "make_release": Ability.PLAN,
    "publish_batch": Ability.PLAN,
    "reconcile": Ability.PLAN,
    "report": Ability.LOOK,
    "score_summaries": Ability.LOOK,
    "sync_assignments": Ability.LOOK,
}


def refuse_command(command: str, account: str) -> None:
    """Raises CommandError if this account has no role that may run the command."""
    if not account:
        return
    user = get_user_model().objects.filter(username=account, is_active=True).first()
    if user is None:
        raise CommandError(f"{VARIABLE} names {account!r}, and there is no such active account")
    needed = NEEDS.get(command)
    if needed is None:
        raise CommandError(f"{command} is the operator's: run it without {VARIABLE}")
    if needed not in abilities_of(user):
        raise CommandError(f"{account} has no role that may {needed.label}, as {command} does")
