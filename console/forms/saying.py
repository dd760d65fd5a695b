"""Says the value with what is wrong about it, where Django's own words do not."""

from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm

LONGEST = 60
"""Characters of a value that still fit into a sentence; longer ones stand in their field."""


class SaysValue(BaseForm):
    """A form whose every refusal of a typed value names the value."""

    def add_error(self, field: str | None, error: ValidationError | str) -> None:
        if isinstance(error, ValidationError) and hasattr(error, "error_dict"):
            for name, errors in error.error_dict.items():
                at = None if name == NON_FIELD_ERRORS else name
                self.add_error(at, ValidationError(errors))
        elif field is None or not isinstance(error, ValidationError):
            super().add_error(field, error)
        else:
            raw = self[field].data
            super().add_error(field, [with_value(each, raw) for each in error.error_list])


def with_value(error: ValidationError, raw: Any) -> ValidationError:
    """`raw` is what was sent; what says it already, or is no short line, stays as it is.

    Only Django's errors have a code; the project's own say what they need.
    """
    [text] = error.messages
    is_line = isinstance(raw, str) and raw.isprintable() and 0 < len(raw.strip()) <= LONGEST
    if error.code is None or not is_line or raw in text:
        return error
    return ValidationError(f"{text.removesuffix('.')}, got “{raw}”.", code=error.code)
