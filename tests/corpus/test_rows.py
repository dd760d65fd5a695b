"""What a row may hold, and how everything wrong with it is told at once."""

from collections.abc import Callable
from typing import Any

import pytest

from corpus.content import StatementContent, SummaryContent
from corpus.problems import RowErrors
from corpus.rows import content_of

Row = dict[str, Any]
MakeRow = Callable[..., Row]
TRUE = {"statement": "It sank.", "answer": True, "about": "document"}


def errors_of(row: Row) -> list[str]:
    with pytest.raises(RowErrors) as caught:
        content_of(row)
    return [f"'{field}' {message}" for field, message in caught.value.errors]


def test_a_good_row_is_read_whole(row: MakeRow) -> None:
    content = content_of(row("x-1"))
    assert (content.external_id, content.title) == ("x-1", "Ferry")
    assert [content.text[start:end] for start, end in content.paragraphs] == [
        "The ferry sank. Nobody was hurt.",
        "Divers found it on Monday.",
    ]
    assert content.summaries == (
        SummaryContent("lead", "The ferry sank."),
        SummaryContent("other", "A ferry was found."),
        SummaryContent("reference", "Divers have found a ferry.", is_reference=True),
    )
    assert content.statements == (
        StatementContent("document", "People were hurt.", False),
        StatementContent("reference", "Divers found it.", True),
    )


def test_reference_and_paragraphs_may_be_left_out_or_null(row: MakeRow) -> None:
    bare = {"title": "", "summaries": {}, "sanity": []}
    without = row(**bare)
    del without["reference"]
    assert content_of(without) == content_of(row(**bare, reference=None, paragraphs=None))


@pytest.mark.parametrize("field", ["id", "title", "text", "summaries", "sanity"])
def test_every_other_field_must_be_there(row: MakeRow, field: str) -> None:
    without = row()
    del without[field]
    assert errors_of(without) == [f"'{field}' is missing"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"id": 17}, "'id' must be a text, got 17"),
        ({"id": ""}, "'id' must not be empty, got ''"),
        ({"id": " a"}, "'id' must have no blanks around it and be on one line, got ' a'"),
        ({"id": "a\nb"}, "'id' must have no blanks around it and be on one line, got 'a\\nb'"),
        ({"id": "../../etc/passwd"}, "'id' must be a name, not a path, got '../../etc/passwd'"),
        ({"id": "a\\..\\b"}, "'id' must be a name, not a path, got 'a\\\\..\\\\b'"),
        ({"id": "/etc/passwd"}, "'id' must be a name, not a path, got '/etc/passwd'"),
        ({"id": "x" * 201}, "'id' has 201 characters, at most 200: 'xxxxx"),
        ({"title": None}, "'title' must be a text, got None"),
        ({"title": "x" * 301}, "'title' has 301 characters, at most 300: 'xxxx"),
        ({"text": ["a"]}, "'text' must be a text, got ['a']"),
        ({"text": " \n\u200b\ufeff "}, "'text' must not be empty, got ' \\n\\u200b\\ufeff '"),
        (
            {"text": "Fer\x00ry"},
            "'text' holds the control character U+0000 at character 3, which no text may hold",
        ),
        (
            {"text": "can\x92t"},
            "'text' holds the control character U+0092 at character 3, which no text may hold",
        ),
        (
            {"text": "half \ud83d"},
            "'text' holds half of a surrogate pair, U+D83D at character 5, which no text may hold",
        ),
        ({"text": "x" * 1_000_001}, "'text' has 1,000,001 characters, at most 1,000,000"),
        ({"paragraphs": "all"}, "'paragraphs' must be a list of paragraphs, got 'all'"),
        ({"summaries": ["a"]}, "'summaries' must map systems to texts, got ['a']"),
        ({"summaries": {"lead": 3}}, "'summaries.lead' must be a text, got 3"),
        ({"summaries": {"lead": "  "}}, "'summaries.lead' must not be empty, got '  '"),
        ({"summaries": {"": "x"}}, "'summaries' must not be empty, got ''"),
        ({"summaries": {"s" * 81: "x"}}, "'summaries' has 81 characters, at most 80: 'ssss"),
        ({"summaries": {"reference": "x"}}, "'summaries' must not hold the reference: it has"),
        ({"reference": 0}, "'reference' must be a text, got 0"),
        ({"reference": None}, "'reference' is missing, and a statement is about it"),
        ({"sanity": {}}, "'sanity' must be a list of statements, got {}"),
        ({"sanity": ["yes"]}, "'sanity' must hold statements with answers, got 'yes'"),
        ({"sanity": [TRUE | {"answer": "maybe"}]}, "'answer' must be true or false, got 'maybe'"),
        ({"sanity": [TRUE | {"answer": 1}]}, "'answer' must be true or false, got 1"),
        ({"sanity": [TRUE | {"answer": None}]}, "'answer' must be true or false, got None"),
        (
            {"sanity": [TRUE | {"about": "summary"}]},
            "'about' must be 'document' or 'reference', got 'summary'",
        ),
        ({"sanity": [TRUE | {"about": []}]}, "'about' must be 'document' or 'reference', got []"),
        ({"sanity": [TRUE | {"statement": ""}]}, "'statement' must not be empty, got ''"),
        ({"sanity": [TRUE, TRUE]}, "'statement' stands twice: 'It sank.' (statement 2)"),
        ({"sanity": [{"answer": True, "about": "document"}]}, "'statement' is missing"),
    ],
)
def test_a_wrong_field_is_named_with_its_value(row: MakeRow, fields: Row, told: str) -> None:
    (error,) = errors_of(row(**fields))
    assert error.startswith(told)


def test_everything_wrong_with_a_row_is_told_at_once(row: MakeRow) -> None:
    wrong = row(
        id="",
        title=1,
        text="",
        summaries={"a": "", "b": None},
        reference=[],
        sanity=[TRUE, {"statement": "", "answer": "no", "about": "x"}],
    )
    assert [error.split()[0] for error in errors_of(wrong)] == [
        "'id'",
        "'title'",
        "'text'",
        "'summaries.a'",
        "'summaries.b'",
        "'reference'",
        "'about'",
        "'statement'",
        "'answer'",
    ]


@pytest.mark.parametrize("external_id", ["10.1000/xyz-7", "ünï", "文書 一", "a'b\"c<d>&%20;", "…"])
def test_an_id_may_hold_any_script_and_sign(row: MakeRow, external_id: str) -> None:
    assert content_of(row(external_id)).external_id == external_id


def test_a_long_value_is_quoted_short(row: MakeRow) -> None:
    (error,) = errors_of(row(sanity=[TRUE | {"answer": "x" * 10_000}]))
    assert len(error) < 120
