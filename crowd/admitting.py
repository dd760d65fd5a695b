"""Whom a batch does not admit, whatever kind of HIT it offers.

The endpoint hides its HITs from them by qualifications; this law holds where those have not come
yet, and against whoever writes an address.
"""

from django.db.models import Q

from crowd.keeping_out import took_part_earlier
from crowd.models import Batch
from crowd.passing import has_not_passed


class TookPart(Exception):
    """This worker did work in an earlier batch, and this one wants others."""


class NotQualified(Exception):
    """This worker has not passed the test that the batch asks for."""


def audience_bars(batch: Batch, worker: str = "pk") -> dict[type[Exception], Q]:
    """By what is raised, of whom: of workers, or of rows whose field names one."""
    return {
        TookPart: took_part_earlier(batch, worker),
        NotQualified: has_not_passed(batch, worker),
    }
