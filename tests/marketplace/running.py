"""One marketplace for the whole session, for the tests of every room that talks to one.

On SQLite, in the production profile on PostgreSQL; MARKETPLACE_TEST_DATABASE_URL names a server to
use in any profile.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.marketplace.databases import fresh_database
from tests.marketplace.harness import Marketplace
from tests.stack import postgres_url


def database_server() -> str:
    """Where marketplaces keep their tables; empty for SQLite."""
    production = os.environ.get("HIGHRES_PROFILE") == "production"
    return os.environ.get("MARKETPLACE_TEST_DATABASE_URL", postgres_url() if production else "")


@pytest.fixture(scope="session")
def start_marketplace(tmp_path_factory) -> Iterator[Callable[..., Marketplace]]:
    """Starts further marketplaces: start_marketplace(MARKETPLACE_FEE_RATE="0")."""
    running: list[Marketplace] = []
    databases = []

    def start(*, postgres: str = database_server(), **variables):
        folder: Path = tmp_path_factory.mktemp("marketplace")
        url = ""
        if postgres:
            databases.append(fresh_database(postgres))
            url = databases[-1].url
        market = Marketplace(folder, url, **variables)
        market.manage("marketplace_migrate", "--verbosity", "0")
        running.append(market)  # also one that does not start is stopped
        market.start()
        return market

    yield start
    for market in running:
        market.stop()
    for database in databases:
        database.drop()


@pytest.fixture(scope="session")
def shared_market(start_marketplace) -> Marketplace:
    return start_marketplace()


@pytest.fixture
def market(shared_market: Marketplace) -> Iterator[Marketplace]:
    """The session's marketplace; faults armed by the test are gone after it."""
    yield shared_market
    shared_market.control("DELETE", "faults")
