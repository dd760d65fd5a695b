"""Qualification requirements in a worker's words."""

from django import template

from marketplace import requirements
from marketplace.qualifying import Condition

register = template.Library()

NAMES = {
    requirements.APPROVAL_RATE: "Approval rate in per cent",
    requirements.NUMBER_APPROVED: "Assignments approved",
    requirements.LOCALE: "Where you live",
    requirements.ADULT: "Adult",
    **dict.fromkeys(requirements.MASTERS, "Masters"),
}
WORDS = {
    "LessThan": "less than",
    "LessThanOrEqualTo": "at most",
    "GreaterThan": "more than",
    "GreaterThanOrEqualTo": "at least",
    "EqualTo": "exactly",
    "NotEqualTo": "not",
    "Exists": "that you have it",
    "DoesNotExist": "that you do not have it",
    "In": "one of",
    "NotIn": "none of",
}
GUARDED = {
    requirements.DISCOVER: "see the task",
    requirements.PREVIEW: "preview and accept",
    requirements.ACCEPT: "accept",
}


@register.filter
def named(condition: Condition) -> str:
    """The name of what is required; a type that is gone has its id."""
    type_id = condition.requirement["QualificationTypeId"]
    return condition.kind.name if condition.kind else NAMES.get(type_id, type_id)


@register.filter
def in_words(requirement: dict) -> str:
    """What is required of it.

    >>> in_words({"Comparator": "In", "LocaleValues": [{"Country": "US", "Subdivision": "CA"}]})
    'one of US-CA'
    """
    places = ["-".join(row.values()) for row in requirement.get("LocaleValues") or []]
    values = [str(n) for n in requirement.get("IntegerValues") or []]
    return " ".join([WORDS[requirement["Comparator"]], ", ".join(values or places)]).strip()


@register.filter
def guarded(requirement: dict) -> str:
    """What it is needed for."""
    return GUARDED[requirement["ActionsGuarded"]]
