"""The command tells what it did, or everything that keeps it from doing it."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def run(path: Path) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("load_corpus", str(path), name="news", stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_it_says_what_changed_and_what_there_is(
    jsonl: Callable[..., Path], row: Callable[..., dict[str, Any]]
) -> None:
    path = jsonl(row("a", url="x"), row("b"))
    out, err = run(path)
    assert out == (
        "news: 2 documents added, 0 updated, 0 unchanged. It holds 2 documents (28 tokens), "
        "6 summaries by 3 systems, 4 statements, 0 control summaries.\n"
    )
    assert "read 2 documents" in err
    assert "ignored: field 'url' (in 1 rows), which nothing reads" in err
    out, _ = run(path)
    assert out.startswith("news: unchanged. It holds 2 documents")


def test_it_fails_with_every_problem(
    jsonl: Callable[..., Path], row: Callable[..., dict[str, Any]]
) -> None:
    sanity = [{"statement": "x", "answer": "maybe", "about": "document"}]
    with pytest.raises(CommandError) as caught:
        run(jsonl(row("a", title=1), row("b", sanity=sanity)))
    assert str(caught.value) == (
        "row 1: 'title' must be a text, got 1\n"
        "row 2: 'answer' must be true or false, got 'maybe'\n"
        "2 problems; nothing was written."
    )


def test_help_names_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("load_corpus", "--help")
    text = capsys.readouterr().out
    for word in ('"summaries": {system: text}', "summary:SYSTEM", "sanity_summary/ID.json"):
        assert word in text
