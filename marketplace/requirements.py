"""Qualification requirements: their shape and when they hold. Pure."""

import operator

from marketplace.refusals import invalid_parameter

LOCALE = "00000000000000000071"
APPROVAL_RATE = "000000000000000000L0"  # Worker_PercentAssignmentsApproved
NUMBER_APPROVED = "00000000000000000040"  # Worker_NumberHITsApproved
ADULT = "00000000000000000060"  # 1 or 0
MASTERS = frozenset({"2F1QJWKUDD8XADTFD2Q0G6UTO95ALH", "2ARFPLSP75KLA8M8DH1HTEQVJT3SY6"})
SYSTEM_TYPES = MASTERS | {LOCALE, APPROVAL_RATE, NUMBER_APPROVED, ADULT}
PRESENCE = frozenset({"Exists", "DoesNotExist"})
EQUALITY = frozenset({"EqualTo", "NotEqualTo"})
MEMBERSHIP = frozenset({"In", "NotIn"})
COMPARE = {
    "LessThan": operator.lt,
    "LessThanOrEqualTo": operator.le,
    "GreaterThan": operator.gt,
    "GreaterThanOrEqualTo": operator.ge,
}
ORDER = frozenset(COMPARE)
COMPARATORS = PRESENCE | EQUALITY | MEMBERSHIP | ORDER
DIFFERENCE = frozenset({"NotEqualTo", "NotIn"})
# What a worker may want to do; a requirement guards its own action and all that follow.
DISCOVER, PREVIEW, ACCEPT = ACTIONS = ("DiscoverPreviewAndAccept", "PreviewAndAccept", "Accept")
# A whole number, or country and subdivision of a locale; None: the worker does not have it.
Value = int | tuple[str, str] | None
# Until so many assignments were handed in, the approval rate reads 100 %.
RATE_COUNTS_FROM = 100
MAX_REQUIREMENTS, MAX_INTEGERS, MAX_LOCALES = 10, 15, 30


def checked(requirements: list[dict]) -> list[dict]:
    """The requirements with ActionsGuarded spelled out. Raises RequestError for a wrong shape."""
    if len(requirements) > MAX_REQUIREMENTS:
        raise invalid_parameter(
            f"At most {MAX_REQUIREMENTS} QualificationRequirements, got {len(requirements)}"
        )
    for requirement in requirements:
        check_values(requirement)
    return [with_guard(requirement) for requirement in requirements]


def needs_masters(requirements: list[dict]) -> bool:
    return any(
        row["QualificationTypeId"] in MASTERS and row["Comparator"] != "DoesNotExist"
        for row in requirements
    )


def check_values(requirement: dict) -> None:
    comparator = requirement["Comparator"]
    integers = requirement.get("IntegerValues") or []
    locales = requirement.get("LocaleValues") or []
    about_locale = requirement["QualificationTypeId"] == LOCALE
    if comparator in PRESENCE:
        if integers or locales:
            raise invalid_parameter(f"No values may be given with {comparator}")
        return
    if about_locale and comparator in ORDER:
        raise invalid_parameter(f"Worker_Locale cannot be compared by {comparator}")
    values, others, kind = (
        (locales, integers, "LocaleValues")
        if about_locale
        else (integers, locales, "IntegerValues")
    )
    if others:
        raise invalid_parameter(f"Only {kind} may be given for this qualification")
    most = 1
    if comparator in MEMBERSHIP:
        most = MAX_LOCALES if about_locale else MAX_INTEGERS
    if not 1 <= len(values) <= most:
        raise invalid_parameter(
            f"{comparator} takes 1 to {most} {kind}, got {len(values)}"
            if most > 1
            else f"{comparator} takes exactly one of {kind}, got {len(values)}"
        )


def with_guard(requirement: dict) -> dict:
    """RequiredToPreview is the old spelling of PreviewAndAccept."""
    row = {name: value for name, value in requirement.items() if name != "RequiredToPreview"}
    preview = requirement.get("RequiredToPreview")
    if preview is not None and "ActionsGuarded" in row:
        raise invalid_parameter("Give RequiredToPreview or ActionsGuarded, not both")
    row.setdefault("ActionsGuarded", "PreviewAndAccept" if preview else "Accept")
    return row


def approval_percent(approved: int, *, rejected: int, waiting: int) -> int:
    """The approval rate in whole per cent, rounded down.

    >>> approval_percent(89, rejected=11, waiting=0), approval_percent(30, rejected=10, waiting=9)
    (89, 100)
    """
    reviewed = approved + rejected
    if reviewed + waiting < RATE_COUNTS_FROM or not reviewed:
        return 100
    return 100 * approved // reviewed


def guards(requirement: dict, action: str) -> bool:
    """Whether the action needs the requirement.

    >>> [guards({"ActionsGuarded": PREVIEW}, action) for action in ACTIONS]
    [False, True, True]
    """
    return ACTIONS.index(requirement["ActionsGuarded"]) <= ACTIONS.index(action)


def holds(requirement: dict, value: Value, *, missing_differs: bool = False) -> bool:
    """Whether a worker's value meets a requirement that was checked.

    What a worker does not have meets DoesNotExist alone; with `missing_differs` also NotEqualTo
    and NotIn.

    >>> holds({"Comparator": "In", "IntegerValues": [1, 3]}, 3)
    True
    """
    comparator = requirement["Comparator"]
    if comparator in PRESENCE:
        return (value is not None) == (comparator == "Exists")
    if value is None:
        return missing_differs and comparator in DIFFERENCE
    if comparator in COMPARE:
        return COMPARE[comparator](value, requirement["IntegerValues"][0])
    return is_among(requirement, value) != (comparator in DIFFERENCE)


def is_among(requirement: dict, value: Value) -> bool:
    """Whether one of the named values is the worker's; a country alone covers all its parts."""
    if not isinstance(value, tuple):
        return value in requirement["IntegerValues"]
    return any(
        (place["Country"], place.get("Subdivision", value[1])) == value
        for place in requirement["LocaleValues"]
    )
