"""A requester and workers of its own for each test, at the session's marketplace."""

from collections.abc import Callable, Iterator

import pytest

from tests.marketplace.harness import Marketplace, Requester, Worker, question
from tests.marketplace.requester_pages import Visit
from tests.marketplace.task_page import TaskSite


@pytest.fixture
def requester(market: Marketplace) -> Requester:
    return market.requester()


@pytest.fixture
def worker(market: Marketplace) -> Worker:
    return market.worker()


@pytest.fixture(scope="session")
def tasks() -> Iterator[TaskSite]:
    """A requester's site with task pages."""
    with TaskSite() as site:
        yield site


@pytest.fixture
def make_hit(requester: Requester, tasks: TaskSite) -> Callable[..., str]:
    """make_hit("/deny", Title="x"): a HIT whose task is a page of `tasks`; its id."""

    def make(path: str = "/task", **wanted) -> str:
        return requester.create(Question=question(tasks.url(path)), **wanted)["HITId"]

    return make


@pytest.fixture
def visit(requester) -> Visit:
    signed_in = Visit(requester)
    assert signed_in.sign_in().headers["Location"] == "/requester/"
    return signed_in
