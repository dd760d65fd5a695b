"""Every rule of the market that a lab may set: name, default and what it decides.

Amazon's documents leave some of its behaviour open and names others a matter of choice. Each is one
row here, one environment variable of the same name, one Django setting of the same name, and one
line of the start page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from django.core.exceptions import ImproperlyConfigured

DAY_S = 24 * 60 * 60
Value = bool | int | str | Decimal


@dataclass(frozen=True)
class Switch:
    name: str
    default: Value
    decides: str

    def parse(self, raw: str) -> Value:
        try:
            return PARSERS[type(self.default)](raw.strip())
        except (ValueError, InvalidOperation) as error:
            raise ImproperlyConfigured(
                f"{self.name} must be a {type(self.default).__name__}, got {raw!r}"
            ) from error


def truth(raw: str) -> bool:
    words = {"true": True, "1": True, "yes": True, "on": True}
    words |= {"false": False, "0": False, "no": False, "off": False}
    if raw.lower() not in words:
        raise ValueError(raw)
    return words[raw.lower()]


def whole(raw: str) -> int:
    if (number := int(raw)) < 0:
        raise ValueError(raw)
    return number


def amount(raw: str) -> Decimal:
    number = Decimal(raw)
    if not number.is_finite() or number < 0:
        raise ValueError(raw)
    return number


PARSERS: dict[type, Callable[[str], Value]] = {bool: truth, int: whole, Decimal: amount, str: str}

SWITCHES = (
    Switch("MARKETPLACE_FEE_RATE", Decimal("0.20"), "Fee as a share of the reward or bonus."),
    Switch("MARKETPLACE_FEE_LARGE_RATE", Decimal("0.20"), "Further share for large HITs."),
    Switch("MARKETPLACE_FEE_LARGE_FROM", 10, "Assignments from which a HIT counts as large."),
    Switch("MARKETPLACE_FEE_MASTERS_RATE", Decimal("0.05"), "Further share for Masters."),
    Switch("MARKETPLACE_FEE_MINIMUM", Decimal("0.01"), "Least fee of a reward or bonus, in USD."),
    Switch("MARKETPLACE_REWARD_MAX", Decimal("10000.00"), "Highest reward, in USD."),
    Switch("MARKETPLACE_TITLE_MAX", 128, "Longest title, in characters."),
    Switch("MARKETPLACE_DESCRIPTION_MAX", 2000, "Longest description, in characters."),
    Switch("MARKETPLACE_KEYWORDS_MAX", 1000, "Longest keywords, in characters."),
    Switch("MARKETPLACE_ANNOTATION_MAX", 255, "Longest requester annotation, in characters."),
    Switch("MARKETPLACE_FEEDBACK_MAX", 1024, "Longest feedback or reason, in characters."),
    Switch("MARKETPLACE_QUESTION_MAX_BYTES", 65_535, "Longest question, in bytes."),
    Switch("MARKETPLACE_ASSIGNMENTS_MAX", 10**9, "Most assignments of one HIT."),
    Switch("MARKETPLACE_DURATION_MIN_S", 30, "Shortest time for an assignment, in seconds."),
    Switch("MARKETPLACE_DURATION_MAX_S", 365 * DAY_S, "Longest time for an assignment."),
    Switch("MARKETPLACE_LIFETIME_MIN_S", 30, "Shortest lifetime of a HIT, in seconds."),
    Switch("MARKETPLACE_LIFETIME_MAX_S", 365 * DAY_S, "Longest lifetime of a HIT, in seconds."),
    Switch("MARKETPLACE_AUTO_APPROVAL_MAX_S", 30 * DAY_S, "Longest delay before auto-approval."),
    Switch("MARKETPLACE_AUTO_APPROVAL_DEFAULT_S", 30 * DAY_S, "Delay when the HIT names none."),
    Switch(
        "MARKETPLACE_LATE_HAND_IN_S",
        0,
        "How long after its deadline lost work is still taken: kept, marked late, payable.",
    ),
    Switch("MARKETPLACE_OVERRIDE_WINDOW_D", 30, "Days in which a rejection can be overturned."),
    Switch("MARKETPLACE_BONUS_WINDOW_D", 183, "Days after submission in which a bonus is paid."),
    Switch("MARKETPLACE_DISPOSE_AFTER_D", 120, "Days until a finished HIT is disposed; 0 never."),
    Switch("MARKETPLACE_TOKEN_LIFETIME_S", DAY_S, "How long an idempotency token is remembered."),
    Switch("MARKETPLACE_PAGE_SIZE", 10, "Rows of a list page when the call names no number."),
    Switch("MARKETPLACE_PAGE_TOKEN_LIFETIME_S", DAY_S, "How long a NextToken stays valid."),
    Switch("MARKETPLACE_SIGNATURE_SKEW_S", 900, "How far a request's date may be off."),
    Switch("MARKETPLACE_STRICT_REGION", True, "Only us-east-1 is accepted in a signature."),
    Switch("MARKETPLACE_OPEN_SIGNUP", False, "Anybody may become a worker at /join/."),
    Switch("MARKETPLACE_ALLOW_HTTP_TASKS", False, "Task pages may use http instead of https."),
    Switch(
        "MARKETPLACE_ALLOW_LOCAL_NOTIFICATIONS",
        False,
        "Notifications may go to http and to private addresses.",
    ),
    Switch("MARKETPLACE_NOTIFY_FOR_S", DAY_S, "How long an undelivered notification is repeated."),
    Switch("MARKETPLACE_NOTIFY_AFTER_EXPIRY", True, "Expired HITs still tell of handed-in work."),
    Switch("MARKETPLACE_AVAILABLE_AFTER_EXPIRY", False, "Expired HITs still count free slots."),
    Switch(
        "MARKETPLACE_MISSING_DIFFERS",
        False,
        "A missing qualification meets NotEqualTo and NotIn.",
    ),
    Switch("MARKETPLACE_SHOW_DISPOSED", False, "GetHIT shows a disposed HIT, else it is unknown."),
    Switch("MARKETPLACE_SUBMIT_TO_SLASH", False, "turkSubmitTo ends in a slash."),
    Switch(
        "MARKETPLACE_SANDBOX",
        "allow-scripts allow-forms allow-same-origin allow-popups allow-modals",
        "What a task page may do in its frame.",
    ),
)


def read_switches(environ: Mapping[str, str], **defaults: Value) -> dict[str, Value]:
    """Every switch by name: the environment's value, else the profile's, else the row's."""
    return {
        switch.name: switch.parse(environ[switch.name])
        if environ.get(switch.name, "").strip()
        else defaults.get(switch.name, switch.default)
        for switch in SWITCHES
    }
