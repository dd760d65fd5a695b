"""Whatever is in a file: it is read, or told what is wrong with it; nothing else happens."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.formats import csv_table, highres, jsonl
from corpus.formats.corenlp import split_of
from corpus.problems import Problems, RowErrors
from corpus.rows import content_of

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FIELDS = ("id", "title", "text", "paragraphs", "summaries", "reference", "sanity")
ROWS = st.fixed_dictionaries(
    {},
    optional={name: ANYTHING | st.just("plain") for name in FIELDS}
    | {
        "sanity": st.lists(
            st.fixed_dictionaries(
                {}, optional=dict.fromkeys(("statement", "answer", "about"), ANYTHING)
            ),
            max_size=3,
        )
    },
)
TOKENS = st.fixed_dictionaries(
    {},
    optional={
        "word": ANYTHING,
        "originalText": ANYTHING,
        "characterOffsetBegin": ANYTHING,
        "characterOffsetEnd": ANYTHING,
    },
)


def assert_storable(text: str) -> None:
    """Speaks UTF-8 and holds nothing PostgreSQL refuses."""
    assert "\x00" not in text
    text.encode()


@given(ROWS)
def test_any_row_is_read_or_told(row: dict[str, Any]) -> None:
    try:
        content = content_of(row)
    except RowErrors as wrong:
        assert wrong.errors
        assert all(len(message) < 300 for _, message in wrong.errors)
        return
    for text in (content.external_id, content.title, content.text):
        assert_storable(text)
    assert content.body.tokens


@given(
    st.dictionaries(st.sampled_from(["sentences", "paragraph", "doc_id"]), ANYTHING)
    | st.lists(st.lists(TOKENS, max_size=3), max_size=3).map(
        lambda sentences: {"sentences": [{"tokens": tokens} for tokens in sentences]}
    )
)
def test_any_corenlp_object_is_read_or_told(parsed: dict[str, Any]) -> None:
    try:
        split = split_of(parsed, "x")
    except RowErrors as wrong:
        assert wrong.errors
        return
    assert split.words
    assert_storable(split.text)


@given(st.lists(st.binary(max_size=60) | ANYTHING.map(lambda v: json.dumps(v).encode())))
def test_any_bytes_are_read_as_lines_or_told(lines: list[bytes]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.jsonl")
        path.write_bytes(b"\n".join(lines))
        list(jsonl.read(path, Problems()))


@given(st.binary(max_size=200), st.sampled_from([b"", b"id,title,text,statement,answer\n"]))
def test_any_bytes_are_read_as_a_table_or_told(data: bytes, header: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.csv")
        path.write_bytes(header + data)
        for _, content in csv_table.read(path, Problems()):
            assert_storable(content.text)


@pytest.mark.parametrize("name", ["documents/1.data", "sanity/1.json", "summaries/x/1.data"])
@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff\xfe", b"null", b"{" * 5000])
def test_any_file_of_a_folder_is_read_or_told(tmp_path: Path, name: str, data: bytes) -> None:
    good = {"word": "a", "originalText": "a", "characterOffsetBegin": 0, "characterOffsetEnd": 1}
    document = tmp_path / "documents" / "1.data"
    for path, content in (
        (document, json.dumps({"sentences": [{"tokens": [good]}]}).encode()),
        (tmp_path / name, data),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    problems = Problems()
    list(highres.read(tmp_path, problems))
    is_a_summary = name.startswith("summaries") and data in (b"{}", b"[]", b"null", b"{" * 5000)
    assert bool(problems.kept) is not is_a_summary
    assert all(problem.place == name for problem in problems.kept)
