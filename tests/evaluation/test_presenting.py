"""What a worker is shown tells nothing of what it is: neither names nor order."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from crowd.models import Assignment, Worker
from evaluation.presenting import in_order, named, opaque_id

CONTROLS = [("bad", 3), ("good", 1), ("mediocre", 2)]


def assignment(mturk_id: str = "3ASG", worker: str = "A1") -> Assignment:
    return Assignment(mturk_id=mturk_id, worker=Worker(mturk_id=worker))


def test_every_order_is_as_likely_for_every_role():
    """Each of eight places holds the good control an eighth of the time: 250 of 2,000, +- 4 SD."""
    places = Counter(
        in_order(range(10, 15), CONTROLS, seed).index(["good", 1]) for seed in range(2000)
    )
    assert all(190 < places[place] < 310 for place in range(8))


@given(st.permutations(range(10, 15)), st.permutations(CONTROLS), st.integers(0, 2**48))
def test_the_order_depends_on_the_seed_alone(summaries, controls, seed):
    assert in_order(summaries, controls, seed) == in_order(range(10, 15), CONTROLS, seed)


def test_a_name_is_of_one_assignment_worker_and_text():
    names = {
        opaque_id(assignment(*who), what, key)
        for who in [("3ASG", "A1"), ("3ASG", "A2"), ("3ASH", "A1")]
        for what in ("text", "control")
        for key in (1, 2)
    }
    assert len(names) == 12
    assert opaque_id(assignment(), "text", 1) == opaque_id(assignment(), "text", 1)


def test_names_need_our_key(settings):
    before = opaque_id(assignment(), "text", 1)
    settings.SECRET_KEY = "another"
    assert opaque_id(assignment(), "text", 1) != before


def test_controls_are_named_as_summaries_are():
    shown = named(assignment(), in_order(range(10, 15), CONTROLS, 1))
    assert [text.is_control for text in shown].count(True) == 3
    assert {len(text.opaque_id) for text in shown} == {16}
    assert all(set(text.opaque_id) <= set("0123456789abcdef") for text in shown)


def test_a_summary_and_a_control_of_one_key_have_two_names():
    one, other = named(assignment(), [["summary", 1], ["good", 1]])
    assert one.opaque_id != other.opaque_id
