"""A table refers only to tables of its own room or of a room below."""

from django.apps import apps
from django.db import models

# Top first. Django's own tables (users, sessions) lie below every room.
ROOMS = ["highres_web", "console", "evaluation", "annotation", "crowd", "corpus"]
BESIDE_EACH_OTHER = {"crowd", "corpus"}


def may_refer(source: str, target: str) -> bool:
    if source == target or target not in ROOMS:
        return True
    if {source, target} <= BESIDE_EACH_OTHER:
        return False
    return ROOMS.index(source) < ROOMS.index(target)


def relations() -> list[tuple[str, str, str]]:
    """(name of the field, room it stands in, room it points to) for every stored relation."""
    return [
        (f"{model._meta.label}.{field.name}", model._meta.app_label, target._meta.app_label)
        for model in apps.get_models()
        if model._meta.app_label in ROOMS
        for field in model._meta.get_fields()
        if isinstance(field, (models.ForeignKey, models.ManyToManyField))
        and (target := field.related_model) is not None
    ]


def test_relations_between_tables_point_downwards() -> None:
    found = relations()
    assert any(source != target for _, source, target in found), "no relation between rooms seen"
    assert [name for name, source, target in found if not may_refer(source, target)] == []


def test_the_walk_knows_an_upward_relation_when_it_sees_one() -> None:
    assert not may_refer("corpus", "annotation")
    assert not may_refer("crowd", "corpus")
    assert may_refer("annotation", "crowd")
    assert may_refer("crowd", "auth")
