"""Who may do what on the staff pages: roles are Django groups, abilities what a page needs."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import TextChoices


class Role(TextChoices):
    """The names of the groups; a migration makes them."""

    RESEARCHER = "researcher"
    REVIEWER = "reviewer"
    ADMIN = "admin"


class Ability(TextChoices):
    LOOK = "look", "see studies, work and corpora"
    PLAN = "plan", "create, publish and expire work, which spends money"
    DECIDE = "decide", "approve and reject work, which decides about pay"


GRANTED: dict[str, frozenset[Ability]] = {
    Role.RESEARCHER: frozenset({Ability.LOOK, Ability.PLAN}),
    Role.REVIEWER: frozenset({Ability.LOOK, Ability.DECIDE}),
    Role.ADMIN: frozenset(Ability),
}


def abilities_of(user: AbstractBaseUser | AnonymousUser) -> frozenset[Ability]:
    """What the user may do; the union over their roles, everything for a superuser."""
    if not user.is_active:
        return frozenset()
    if user.is_superuser:
        return frozenset(Ability)
    names = user.groups.values_list("name", flat=True)
    return frozenset().union(*(GRANTED.get(name, frozenset()) for name in names))
