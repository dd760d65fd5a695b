"""A list page costs the same whatever the size of the account (the times are in `make bench`)."""

import pytest

from tests.bench.market_bench import environment_of, filled, queries
from tests.marketplace.running import database_server


@pytest.mark.slow
def test_no_list_asks_more_of_a_larger_account(tmp_path):
    with environment_of(tmp_path, database_server()) as environment:
        accounts = [filled(environment, f"of {n}", n) for n in (30, 600)]
        counts = queries(environment, accounts)
    for operation, (few, many) in counts.items():
        assert few == many <= 6, operation
