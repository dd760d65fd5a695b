"""Answer XML and fees as functions: properties over everything a browser could send."""

from decimal import Decimal

from defusedxml.ElementTree import fromstring
from hypothesis import given
from hypothesis import strategies as st

from marketplace.answers import NAMESPACE, RESERVED, to_xml
from marketplace.fees import MTURK

ANYTHING = st.text(st.characters(), max_size=40)
# What XML 1.0 can hold at all (section 2.2); the rest is removed.
IN_XML = st.text(
    st.characters(
        exclude_categories=["Cs"],
        exclude_characters=[
            *(chr(code) for code in range(32) if chr(code) not in "\t\n\r"),
            "\ufffe",
            "\uffff",
        ],
    ),
    max_size=40,
)


def read(xml: str) -> dict[str, str]:
    space = f"{{{NAMESPACE}}}"
    return {
        answer.findtext(f"{space}QuestionIdentifier"): answer.findtext(f"{space}FreeText")
        for answer in fromstring(xml.encode("ascii"))
    }


@given(st.dictionaries(IN_XML.filter(lambda name: name and name not in RESERVED), IN_XML))
def test_what_xml_can_hold_comes_back_as_it_was(fields):
    assert read(to_xml(fields.items())) == fields


@given(st.lists(st.tuples(ANYTHING, ANYTHING)))
def test_whatever_was_sent_the_answer_is_ascii_and_parses(fields):
    names = read(to_xml(fields))
    assert not set(names) & RESERVED
    assert "" not in names


@given(st.decimals(0, 10_000, places=2), st.integers(1, 10**9), st.booleans())
def test_a_fee_is_whole_cents_and_at_least_one(reward, n, masters):
    fee = MTURK.for_reward(reward, n_assignments=n, masters=masters)
    assert fee == round(fee, 2) >= Decimal("0.01")
    rate = Decimal("0.20") + (n >= 10) * Decimal("0.20") + masters * Decimal("0.05")
    assert abs(fee - reward * rate) <= Decimal("0.005") or fee == Decimal("0.01")


@given(st.decimals(0, 1000, places=2))
def test_the_fee_of_a_bonus_is_that_of_a_small_hit(bonus):
    assert MTURK.for_bonus(bonus) == MTURK.for_reward(bonus, n_assignments=1, masters=False)
