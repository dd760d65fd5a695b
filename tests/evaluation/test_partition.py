"""Sheets: every summary on one, articles different, systems in balance, blocks disjoint."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from evaluation.allocation import keeps_balance
from evaluation.partition import deal

sizes = st.integers(1, 23), st.integers(1, 5), st.integers(1, 8), st.integers(0, 99)


def test_the_papers_study_makes_thirty_sheets_of_five():
    sheets = deal(range(50), range(3), 5, Random(1))
    assert [len(sheet) for sheet in sheets] == [5] * 30


def test_sheets_are_as_equal_as_can_be_and_never_topped_up():
    sheets = deal(range(9), range(2), 5, Random(1))
    assert [len(sheet) for sheet in sheets] == [5, 5, 4, 4]


@given(*sizes)
def test_every_summary_is_on_exactly_one_sheet(n_documents, n_systems, n_summaries, seed):
    sheets = deal(range(n_documents), range(n_systems), n_summaries, Random(seed))
    dealt = Counter(pair for sheet in sheets for pair in sheet)
    pairs = [(document, system) for document in range(n_documents) for system in range(n_systems)]
    assert dealt == Counter(pairs)


@given(*sizes)
def test_on_a_sheet_articles_differ_and_systems_are_in_balance(
    n_documents, n_systems, n_summaries, seed
):
    for sheet in deal(range(n_documents), range(n_systems), n_summaries, Random(seed)):
        assert 1 <= len(sheet) <= n_summaries
        assert len({document for document, _ in sheet}) == len(sheet)
        assert keeps_balance(dict.fromkeys(range(n_systems), 0), [system for _, system in sheet])


@given(*sizes)
def test_two_sheets_have_all_their_articles_in_common_or_none(
    n_documents, n_systems, n_summaries, seed
):
    sheets = deal(range(n_documents), range(n_systems), n_summaries, Random(seed))
    articles = [{document for document, _ in sheet} for sheet in sheets]
    for one in articles:
        assert all(one == other or one.isdisjoint(other) for other in articles)


def test_the_seed_deals():
    assert deal(range(20), range(3), 5, Random(7)) == deal(range(20), range(3), 5, Random(7))
    assert deal(range(20), range(3), 5, Random(7)) != deal(range(20), range(3), 5, Random(8))
