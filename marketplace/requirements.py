"""The shape of qualification requirements (MTURK.md, section 10). Pure."""

from marketplace.refusals import RequestError, invalid_parameter

LOCALE = "00000000000000000071"
MASTERS = frozenset({"2F1QJWKUDD8XADTFD2Q0G6UTO95ALH", "2ARFPLSP75KLA8M8DH1HTEQVJT3SY6"})
SYSTEM_TYPES = MASTERS | {
    LOCALE,
    "000000000000000000L0",  # Worker_PercentAssignmentsApproved
    "00000000000000000040",  # Worker_NumberHITsApproved
    "00000000000000000060",  # Worker_Adult
}
PRESENCE = frozenset({"Exists", "DoesNotExist"})
EQUALITY = frozenset({"EqualTo", "NotEqualTo"})
MEMBERSHIP = frozenset({"In", "NotIn"})
ORDER = frozenset(
    {"LessThan", "LessThanOrEqualTo", "GreaterThan", "GreaterThanOrEqualTo"}
)  # fmt: skip
COMPARATORS = PRESENCE | EQUALITY | MEMBERSHIP | ORDER
MAX_REQUIREMENTS, MAX_INTEGERS, MAX_LOCALES = 10, 15, 30


def checked(requirements: list[dict]) -> list[dict]:
    """The requirements with ActionsGuarded spelled out. Raises RequestError for a wrong shape."""
    if len(requirements) > MAX_REQUIREMENTS:
        raise invalid_parameter(
            f"At most {MAX_REQUIREMENTS} QualificationRequirements, got {len(requirements)}"
        )
    for requirement in requirements:
        check_type(requirement)
        check_values(requirement)
    return [with_guard(requirement) for requirement in requirements]


def needs_masters(requirements: list[dict]) -> bool:
    return any(
        row["QualificationTypeId"] in MASTERS and row["Comparator"] != "DoesNotExist"
        for row in requirements
    )


def check_type(requirement: dict) -> None:
    type_id = requirement["QualificationTypeId"]
    if type_id not in SYSTEM_TYPES:
        raise RequestError(
            "QualificationTypeDoesNotExist", f"QualificationType {type_id} does not exist."
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
