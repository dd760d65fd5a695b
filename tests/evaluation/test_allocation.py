"""The choice of an item: the rules are never broken, and nothing is withheld without a reason."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.allocation import (
    AllMet,
    Candidate,
    History,
    NothingLeft,
    YourShareIsDone,
    choose,
    draw_seed,
    keeps_balance,
    pack,
    spread,
    unpack,
)

SYSTEMS = (1, 2, 3)
candidates = st.lists(
    st.builds(
        Candidate,
        item_id=st.integers(1, 10**6),
        documents=st.frozensets(st.integers(1, 9), min_size=1, max_size=3),
        systems=st.lists(st.sampled_from(SYSTEMS), min_size=1, max_size=4).map(tuple),
        n_judges=st.integers(0, 2),
    ),
    max_size=12,
    unique_by=lambda candidate: candidate.item_id,
)
histories = st.builds(
    History,
    documents=st.frozensets(st.integers(1, 9), max_size=6),
    given=st.dictionaries(st.sampled_from(SYSTEMS), st.integers(0, 4)),
)


def of(item_id: int, document: int, system: int, n_judges: int = 0) -> Candidate:
    return Candidate(item_id, frozenset([document]), (system,), n_judges)


def drawn(offered, history=None, systems=SYSTEMS, seed: int = 1) -> int:
    return choose(offered, history or History(), systems, Random(seed)).item_id


@given(candidates, histories, st.integers(0, 99))
def test_no_rule_is_ever_broken(offered, history, seed):
    try:
        choice = choose(offered, history, SYSTEMS, Random(seed))
    except (NothingLeft, AllMet, YourShareIsDone):
        return
    by_id = {each.item_id: each for each in offered}
    assert choice.item_id in choice.drawn_from
    for item_id in choice.drawn_from:
        assert by_id[item_id].documents.isdisjoint(history.documents)
        before = {system: history.given.get(system, 0) for system in SYSTEMS}
        after = Counter(before) + Counter(by_id[item_id].systems)
        apart = max(after[system] for system in SYSTEMS) - min(after[s] for s in SYSTEMS)
        assert apart <= max(1, max(before.values()) - min(before.values()))


@given(candidates, histories)
def test_work_is_withheld_only_for_the_reason_given(offered, history):
    unmet = [each for each in offered if each.documents.isdisjoint(history.documents)]
    before = {system: history.given.get(system, 0) for system in SYSTEMS}
    fair = [each for each in unmet if keeps_balance(before, each.systems)]
    try:
        choose(offered, history, SYSTEMS, Random(1))
    except NothingLeft:
        assert not offered
    except AllMet:
        assert offered
        assert not unmet
    except YourShareIsDone:
        assert unmet
        assert not fair
    else:
        assert fair


@given(candidates, histories, st.integers(0, 99), st.randoms())
def test_the_seed_decides_whatever_the_order_of_the_candidates(offered, history, seed, order):
    def outcome(rows):
        try:
            return choose(rows, history, SYSTEMS, Random(seed))
        except (NothingLeft, AllMet, YourShareIsDone) as reason:
            return type(reason)

    mixed = list(offered)
    order.shuffle(mixed)
    assert outcome(offered) == outcome(mixed)


@given(st.lists(st.sampled_from([(1,), (2,), (3,), (1, 2), (1, 2, 3, 1)]), max_size=60))
def test_a_worker_who_takes_all_they_may_stays_in_balance(offered):
    history: Counter[int] = Counter()
    for number, systems in enumerate(offered):
        try:
            rows = [Candidate(number, frozenset([number]), systems)]
            choose(rows, History(given=dict(history)), SYSTEMS, Random(1))
        except YourShareIsDone:
            continue
        history.update(systems)
        assert spread({system: history[system] for system in SYSTEMS}) <= 1


def test_a_system_of_which_nothing_is_left_still_counts():
    left = [of(1, 1, 1)]
    history = History(given={1: 1, 2: 1})
    with pytest.raises(YourShareIsDone):
        drawn(left, history)
    assert drawn(left, history, systems=(1, 2)) == 1


def test_the_items_with_the_fewest_judges_come_first():
    offered = [of(1, 1, 1, n_judges=2), of(2, 2, 1, n_judges=1), of(3, 3, 2, n_judges=1)]
    assert {drawn(offered, seed=seed) for seed in range(30)} == {2, 3}


def test_ties_are_drawn_evenly():
    offered = [of(number, number, 1) for number in range(5)]
    times = Counter(drawn(offered, seed=seed) for seed in range(1000))
    assert set(times) == set(range(5))
    assert min(times.values()) > 150


@pytest.mark.parametrize(
    ("offered", "history", "reason"),
    [
        ([], History(), NothingLeft),
        ([of(1, 7, 1)], History(frozenset([7])), AllMet),
        ([of(1, 8, 1)], History(frozenset([7]), {1: 1}), YourShareIsDone),
        ([of(1, 7, 2), of(2, 8, 1)], History(frozenset([7]), {1: 1}), YourShareIsDone),
    ],
)
def test_each_lack_of_work_has_its_own_name(offered, history, reason):
    with pytest.raises(reason):
        drawn(offered, history)


def test_a_sheet_is_met_if_one_of_its_articles_is():
    sheet = Candidate(1, frozenset([1, 2, 3]), (1, 2, 3))
    with pytest.raises(AllMet):
        drawn([sheet], History(frozenset([3])))


def test_counts_that_are_apart_already_may_not_go_further_apart():
    assert keeps_balance({1: 5, 2: 0}, [2])
    assert not keeps_balance({1: 5, 2: 0}, [1])


@given(st.lists(st.integers(1, 10**9), unique=True, max_size=40).map(sorted))
def test_what_is_packed_comes_back(ids):
    near = [ids[0] + (each - ids[0]) % 6000 for each in ids] if ids else []
    near = sorted(set(near))
    assert unpack(pack(near)) == near


def test_five_thousand_candidates_are_packed_in_little_room():
    assert len(pack(range(10**6, 10**6 + 5000))) < 1300


def test_seeds_differ_by_batch_assignment_and_worker():
    seeds = {
        draw_seed(*told) for told in [(1, "A", "W"), (2, "A", "W"), (1, "B", "W"), (1, "A", "V")]
    }
    assert len(seeds) == 4
    assert all(0 <= seed < 2**48 for seed in seeds)
    assert draw_seed(1, "A", "W") == draw_seed(1, "A", "W")
