"""Statements that every call runs, compiled once: building them costs Django more than the database
needs to answer."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model, QuerySet


class Prepared:
    """The rows of a `values_list`, asked again and again with other arguments.

    `build` gives the query for arguments like the `examples`, which must differ from each other
    and from every constant of the query: where they stand in the compiled query, the values of a
    call take their place.
    """

    def __init__(self, build: Callable[..., QuerySet], *examples: Any):
        self.build = build
        self.examples = examples
        self.compiled: tuple[str, list[Any], dict[int, int], dict] | None = None

    def __call__(self, *values: Any) -> list[tuple]:
        sql, parameters, places, converters = self.compiled or self.compile()
        given = [adapted(value) for value in values]
        filled = [given[places[n]] if n in places else value for n, value in enumerate(parameters)]
        with connection.cursor() as cursor:
            cursor.execute(sql, filled)
            rows = cursor.fetchall()
        return [converted(row, converters) for row in rows] if converters else rows

    def compile(self) -> tuple[str, list[Any], dict[int, int], dict]:
        compiler = self.build(*self.examples).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        stands_for = {adapted(example): n for n, example in enumerate(self.examples)}
        places = {n: stands_for[p] for n, p in enumerate(parameters) if p in stands_for}
        if set(places.values()) != set(range(len(self.examples))):
            raise ValueError(f"an example is not in the compiled query: {sql}")
        converters = compiler.get_converters([column[0] for column in compiler.select])
        self.compiled = sql, list(parameters), places, converters
        return self.compiled


def adapted(value: Any) -> Any:
    """As the database takes it in a comparison."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def converted(row: tuple, converters: dict) -> list:
    """As Python takes it: what a query of Django's does with every row."""
    values = list(row)
    for place, (functions, expression) in converters.items():
        for function in functions:
            values[place] = function(values[place], expression, connection)
    return values


def insert(row: Model) -> None:
    """Write a new row: what `save` does, knowing that it is new."""
    fields, sql = inserting(type(row))
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection=connection)
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


@lru_cache
def inserting(model: type[Model]) -> tuple[list[Field], str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    key = quote(model._meta.pk.column)
    table = quote(model._meta.db_table)
    return fields, f"INSERT INTO {table} ({columns}) VALUES ({places}) RETURNING {key}"
