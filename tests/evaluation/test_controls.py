"""Controls: sentences that stand alone, and good, mediocre and bad made of them."""

from collections import Counter
from random import Random

import pytest

from corpus.models import Document
from corpus.splitting import split_text
from evaluation.controls import Control, Role, Sentence, make_control, sentences_of
from evaluation.drawing import ControlDraw, DrawError
from evaluation.surface import Surface

PRINTED = Surface(is_lower=False, is_spaced=False)
TEXT = "the ferry is back in the harbour after a storm ."


def article(text: str) -> Document:
    split = split_text(text, [(0, len(text))])
    return Document(
        pk=1,
        text=text,
        tokens=split.tokens,
        words=split.words,
        sentence_ends=split.sentence_ends,
    )


class TestSentences:
    @pytest.mark.parametrize(
        "sentence",
        [
            "A walkout by train guards ended on Wednesday after two days.",
            "The council's pontoon cost £310,000, less than a tenth of a pier.",
        ],
    )
    def test_a_plain_sentence_is_taken_unedited(self, sentence):
        assert [each.text for each in sentences_of(article(sentence), PRINTED)] == [sentence]

    @pytest.mark.parametrize(
        "sentence",
        [
            "Too short a sentence.",
            "One of " + "very " * 40 + "many words.",
            "The ferry carried passengers again on Friday without a stop",
            'The union said "no" to the offer of the train company.',
            "The union (of train guards) refused the offer of the company.",
            "The union said that it would refuse the offer of the company.",
            "He refused the offer of the train company on Friday morning.",
            "The ferry carried passengers again on Friday morning:",
        ],
    )
    def test_what_does_not_stand_alone_is_not_taken(self, sentence):
        assert list(sentences_of(article(sentence), PRINTED)) == []

    def test_brackets_and_quotes_of_a_treebank_are_known(self):
        document = article("The union -LRB- of guards -RRB- refused the offer on Friday .")
        document.words = document.text.split()
        document.sentence_ends = [len(document.words)]
        assert list(sentences_of(document, PRINTED)) == []

    def test_a_sentence_has_the_form_of_the_summaries(self):
        document = article("The ferry's back. A walkout by guards ended on Wednesday, after days.")
        (found,) = sentences_of(document, Surface(is_lower=True, is_spaced=True))
        assert found == Sentence(1, "a walkout by guards ended on wednesday , after days .")


class TestMaking:
    def test_good_is_the_sentence(self):
        control = make_control(Role.GOOD, Sentence(4, TEXT), n_edits=3, seed=1)
        assert control == Control("good", 4, TEXT, seed=1)

    def test_mediocre_has_the_edits_asked_for(self):
        control = make_control(Role.MEDIOCRE, Sentence(4, TEXT), n_edits=2, seed=1)
        assert control.text != TEXT
        assert len(control.edits) == 2

    def test_bad_has_the_words_of_the_mediocre_in_another_order(self):
        mediocre = make_control(Role.MEDIOCRE, Sentence(4, TEXT), n_edits=3, seed=1)
        bad = make_control(Role.BAD, Sentence(4, TEXT), n_edits=3, seed=1)
        assert bad.text != mediocre.text
        assert Counter(bad.text.split()) == Counter(mediocre.text.split())
        assert bad.edits[:-1] == mediocre.edits

    @pytest.mark.parametrize("role", Role.values)
    def test_the_seed_makes_it_again(self, role):
        controls = [
            make_control(role, Sentence(4, TEXT), n_edits=3, seed=seed) for seed in (8, 8, 9)
        ]
        assert controls[0] == controls[1]
        assert role == Role.GOOD or controls[1].text != controls[2].text


class TestDrawing:
    def draw(self, n_articles: int = 6, each: int = 2, hand_made=(), n_edits: int = 2):
        sentences = [
            Sentence(document, f"the ferry {document} is back in harbour {number} of the island .")
            for document in range(n_articles)
            for number in range(each)
        ]
        made = {
            document: [Control(role, document, f"{role} by hand") for role in Role.values]
            for document in hand_made
        }
        return ControlDraw(sentences, made, n_edits=n_edits, rng=Random(3))

    def test_the_three_are_good_mediocre_and_bad_of_three_other_articles(self):
        for _ in range(20):
            three = self.draw().triple({0, 1, 2})
            assert [control.role for control in three] == Role.values
            assert {control.document_id for control in three} == {3, 4, 5}

    def test_hand_made_controls_come_first_each_once_and_never_of_the_sheet(self):
        draw = self.draw(hand_made=[0, 3, 4])
        sheets = [draw.triple({0, 1}) for _ in range(3)]
        assert {sheet[0].document_id for sheet in sheets[:2]} == {3, 4}
        assert all(control.seed is None for sheet in sheets[:2] for control in sheet)
        assert all(control.seed is not None for control in sheets[2])

    def test_sentences_repeat_only_when_all_were_used(self):
        draw = self.draw(n_articles=5, each=3)
        drawn = [control for _ in range(3) for control in draw.triple({0, 1})]
        ends = [control.document_id for control in drawn]
        assert Counter(ends) == {2: 3, 3: 3, 4: 3}
        goods = {draw.triple({0, 1})[0].text for _ in range(40)}
        assert len(goods) == 9

    def test_a_sentence_that_was_made_a_control_by_hand_is_not_taken_again(self):
        sentences = [Sentence(n, f"the ferry {n} is back in the harbour .") for n in range(5)]
        by_hand = [Control(role, 4, sentences[4].text) for role in Role.values]
        draw = ControlDraw(sentences, {4: by_hand}, n_edits=1, rng=Random(1))
        assert draw.triple({0}) == by_hand
        drawn = {control.document_id for _ in range(9) for control in draw.triple({0})}
        assert drawn == {1, 2, 3}

    def test_two_articles_left_give_three_sentences(self):
        three = self.draw(n_articles=3).triple({0})
        assert len({control.document_id for control in three}) == 2

    def test_too_few_sentences_are_counted(self):
        with pytest.raises(DrawError, match="2 sentences fit for a control, 3 are needed"):
            self.draw(n_articles=3).triple({0, 1})

    def test_more_edits_than_a_sentence_bears_are_told(self):
        with pytest.raises(DrawError, match="40 edits are more than"):
            self.draw(n_edits=40).triple({0})
