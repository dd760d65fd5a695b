"""What the tests of the rating HITs share."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

CONTROL = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


@pytest.fixture
def at_most() -> Callable[[int], AbstractContextManager]:
    """Fails beyond so many SQL statements, transaction control apart."""

    @contextmanager
    def counted(n: int) -> Iterator[None]:
        with CaptureQueriesContext(connection) as captured:
            yield
        told = [query["sql"] for query in captured.captured_queries]
        told = [sql for sql in told if not sql.startswith(CONTROL)]
        assert len(told) <= n, "\n".join(told)

    return counted
