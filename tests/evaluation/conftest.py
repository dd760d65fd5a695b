"""What the tests of the rating HITs share."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page

from tests.browser import DESK

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


@pytest.fixture
def page(request, without_cookies) -> Iterator[Page]:
    """A page, at a desk unless a test asks otherwise, in which no script may fail."""
    name, options = getattr(request, "param", ("desk", DESK))
    page = without_cookies(name, **options).new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    page.close()
    assert page.faults == []
