"""A database column for money."""

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import models

CENT = Decimal("0.01")


class MoneyField(models.BigIntegerField):
    """US dollars: a Decimal in Python, whole cents in the database.

    SQLite keeps a DecimalField as a floating-point number; integers are exact everywhere.
    """

    def from_db_value(self, value, expression, connection):
        return None if value is None else Decimal(value).scaleb(-2)

    def to_python(self, value):
        return value if value is None or isinstance(value, Decimal) else Decimal(str(value))

    def get_prep_value(self, value):
        if value is None:
            return None
        dollars = Decimal(value)
        if dollars != dollars.quantize(CENT):
            raise ValidationError(f"money must be whole cents, got {value!r}")
        return int(dollars.scaleb(2))

    def get_db_prep_value(self, value, connection, prepared=False):
        return value if prepared else self.get_prep_value(value)
