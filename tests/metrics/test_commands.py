"""`python -m metrics` as a stranger runs it: real processes, real files, real pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from metrics.commands import main

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    {"id": "fox", "tokens": ["The", "fox", "``", "jumps", "''", "."]},
    {"id": "dog", "tokens": ["A", "dog"]},
    {"id": "cat", "tokens": ["Cats", "sleep"]},
]
HIGHLIGHTS = [
    {"document": "fox", "annotator": "a", "spans": [[1, 2], [3, 4]]},
    {"document": "fox", "annotator": "b", "spans": [[1, 4]]},
    {"document": "dog", "annotator": "a", "spans": []},
]
SUMMARIES = [
    {"document": "fox", "system": "S", "tokens": ["a", "fox", '"', "jumps"]},
    {"document": "fox", "system": "R", "tokens": ["fox"]},
    {"document": "dog", "system": "S", "tokens": ["a", "dog"]},
    {"document": "cat", "system": "S", "tokens": ["cats"]},
]


@pytest.fixture(autouse=True)
def study(tmp_path, monkeypatch):
    """Three sound files in the current folder, and a function that writes other rows into one."""

    def write(name, rows):
        text = rows if isinstance(rows, str | bytes) else "\n".join(map(json.dumps, rows))
        Path(f"{name}.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())

    monkeypatch.chdir(tmp_path)
    write("documents", DOCUMENTS)
    write("highlights", HIGHLIGHTS)
    write("summaries", SUMMARIES)
    return write


def arguments(command, *options):
    names = ("documents", "highlights", "summaries")[: 3 if command == "hrouge" else 2]
    return [command, *(f"--{name}={name}.jsonl" for name in names), *options]


@pytest.fixture
def run(capsysbinary):
    """Run a command in this process."""

    def run(command, *options):
        try:
            status = main(arguments(command, *options))
        except SystemExit as stop:  # argparse's way out
            status = stop.code
        out, err = capsysbinary.readouterr()
        return SimpleNamespace(returncode=status, stdout=out.decode(), stderr=err.decode())

    return run


def process(*command, stdin=None, stdout=subprocess.PIPE):
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "metrics", *command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


@pytest.fixture
def problems(run):
    """What is told of the files, a line each."""

    def problems():
        done = run("hrouge")
        assert (done.returncode, done.stdout) == (2, "")
        return done.stderr.splitlines()

    return problems


def test_scores_come_with_means_counts_and_a_signature(run):
    told = json.loads(run("hrouge", "--json").stdout)
    assert list(told) == ["signature", "scores", "systems"]
    assert told["signature"] == (
        "hrouge|n:1,2|K:30|N:0-2|tok:given|case:lower|norm:both|variant:highres|v:1.0"
    )
    assert len(told["scores"]) == 4 * 2
    first = told["scores"][0]
    assert list(first) == [
        *("document", "system", "n", "precision", "recall", "f1"),
        *("rouge_precision", "rouge_recall"),
    ]
    # fox 5/60, `` 3/60, jumps 5/60 (K=30, N=2), sum 13/60; the quotes `` and \'\' are one type of
    # beta 3/120, so the summary gains 5/60 + 3/120 + 5/60 with four words
    assert (first["document"], first["system"], first["n"]) == ("fox", "S", 1)
    assert first["recall"] == pytest.approx(23 / 26)
    assert first["precision"] == pytest.approx(23 / 120 / 4)
    assert (first["rouge_precision"], first["rouge_recall"]) == (3 / 4, 3 / 6)
    mean = told["systems"][0]
    assert (mean["system"], mean["n"]) == ("S", 1)
    assert mean["recall"] == first["recall"]
    assert mean["used"]["recall"] == 1  # of dog nothing is marked, of cat nobody was asked
    assert mean["undefined"] == {
        "precision": 1,
        "recall": 2,
        "f1": 2,
        "rouge_precision": 0,
        "rouge_recall": 0,
    }


def test_what_is_undefined_is_null(run):
    scores = json.loads(run("hrouge", "--json").stdout)["scores"]
    found = {(row["document"], row["system"], row["n"]): row for row in scores}
    assert found["dog", "S", 1]["recall"] is None
    assert found["dog", "S", 1]["precision"] == 0
    assert found["cat", "S", 1]["precision"] is None
    assert found["fox", "R", 2]["precision"] is None
    assert found["fox", "R", 2]["recall"] == 0


def test_one_n_another_limit_and_one_side_may_be_asked_for(run):
    options = ("--n", "1", "--word-limit", "5", "--normalize", "document", "--json")
    told = json.loads(run("hrouge", *options).stdout)
    assert told["signature"].startswith("hrouge|n:1|K:5|N:0-2|tok:given|case:lower-document|")
    assert {row["n"] for row in told["scores"]} == {1}
    assert told["scores"][0]["precision"] == pytest.approx(23 / 20 / 4)


def test_the_table_says_what_was_undefined_and_how_it_was_made(run):
    done = run("hrouge")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["System", "Prec", "Rec", "Prec", "Rec"]
    assert "S, 1-gram: recall undefined for 2 of 3 documents" in lines
    assert "means over documents, x 100; a highlight has 5.56 % of the limit" in lines
    assert lines[-1].startswith("hrouge|n:1,2|")


def test_a_system_without_any_defined_value_shows_a_dash(study, run):
    study("highlights", "")
    done = run("hrouge", "--n", "1")
    lines = done.stdout.splitlines()
    assert lines[lines.index("HROUGE (highlights)") + 1].split() == ["S", "-", "-"]


def test_agreement_by_document_and_on_average(run):
    told = json.loads(run("agreement", "--json").stdout)
    assert list(told) == ["documents", "mean"]
    fox, dog, cat = told["documents"]
    assert list(fox) == [
        *("document", "n_tokens", "n_annotators", "fleiss_kappa", "coverage", "second_half")
    ]
    # counts 0 2 1 2 0 0: P_i = 1 1 0 1 1 1, mean 5/6; p = 5/12, P_e = 74/144
    assert fox["fleiss_kappa"] == pytest.approx((5 / 6 - 74 / 144) / (70 / 144))
    assert (fox["coverage"], fox["second_half"]) == (3 / 6, 1 / 3)
    assert (dog["n_annotators"], dog["fleiss_kappa"], dog["coverage"]) == (1, None, 0)
    assert (cat["n_annotators"], cat["coverage"]) == (0, None)
    assert told["mean"]["coverage"] == 0.25
    assert told["mean"]["used"]["coverage"] == 2
    assert told["mean"]["undefined"]["fleiss_kappa"] == 2
    assert told["mean"]["signature"] == "agreement|N:0-2|tok:given|v:1.0"


def test_agreement_as_a_table(run):
    lines = run("agreement").stdout.splitlines()
    assert lines[1].split() == ["fox", "6", "2", "0.6571", "50.00", "33.33"]
    assert lines[2].split() == ["dog", "2", "1", "-", "0.00", "-"]
    assert "fleiss_kappa undefined for 2 of 3 documents" in lines


def test_a_text_instead_of_tokens_is_split_and_signed(study, run):
    study("documents", [{"id": "fox", "text": 'The fox "jumps".'}])
    study("highlights", HIGHLIGHTS[:2])
    study("summaries", [{"document": "fox", "system": "S", "text": 'A fox "jumps'}])
    told = json.loads(run("hrouge", "--json").stdout)
    assert "|tok:nltk-treebank-1|" in told["signature"]
    assert told["scores"][0]["precision"] == pytest.approx(23 / 120 / 4)


def test_tokens_may_name_what_split_them(study, run):
    study("documents", [{**row, "tokenizer": "corenlp"} for row in DOCUMENTS])
    assert "|tok:corenlp+given|" in run("hrouge").stdout


@pytest.mark.parametrize("name", ["documents", "highlights", "summaries"])
def test_any_one_file_may_be_the_standard_input(name, run):
    direct = run("hrouge", "--json").stdout
    text = Path(f"{name}.jsonl").read_text()
    assert process(*arguments("hrouge", f"--{name}", "-", "--json"), stdin=text).stdout == direct


def test_only_one_file_may_be_the_standard_input(run):
    done = run("hrouge", "--documents", "-", "--summaries", "-")
    assert done.returncode == 2
    assert "only one file can be the standard input" in done.stderr


def test_the_order_of_rows_changes_no_score(study, run):
    def scores():
        rows = json.loads(run("hrouge", "--json").stdout)["scores"]
        return {(row["document"], row["system"], row["n"]): row for row in rows}

    before = scores()
    study("documents", DOCUMENTS[::-1])
    study("highlights", HIGHLIGHTS[::-1])
    study("summaries", SUMMARIES[::-1])
    assert scores() == before


def test_a_mark_of_byte_order_blank_lines_and_windows_line_ends_are_passed_over(study, run):
    lines = "\r\n\r\n".join(map(json.dumps, DOCUMENTS))
    study("documents", f"\ufeff{lines}\r\n \r\n")
    assert run("hrouge").returncode == 0


def test_other_keys_are_passed_over(study, run):
    study("documents", [{**row, "title": None, "paragraphs": [1]} for row in DOCUMENTS])
    assert run("hrouge").returncode == 0


FOX = '{"id": "fox", "tokens": ["a"]}'


@pytest.mark.parametrize(
    "name, line, said",
    [
        ("documents", "{", "must be a JSON object (Expecting property name"),
        ("documents", "[1, 2]", "must be a JSON object, got [1, 2]"),
        ("documents", '{"id": "x", "tokens": ["a", NaN]}', "holds a number that is none, got NaN"),
        ("documents", '{"id": "x", "id": "y", "tokens": []}', "names a key twice, got 'id'"),
        ("documents", b'{"id": "\xff"}', "must be UTF-8, got byte 0xff at byte 9"),
        ("documents", "[" * 100_000, "is nested too deeply, got '[[["),
        ("documents", '{"tokens": ["a"]}', "'id' is missing, got ['tokens']"),
        ("documents", '{"id": 17, "tokens": []}', "'id' must be a non-empty string, got 17"),
        ("documents", '{"id": "", "tokens": []}', "'id' must be a non-empty string, got ''"),
        ("documents", '{"id": "x"}', "'tokens' is missing, got ['id']"),
        ("documents", '{"id": "x", "tokens": "a b"}', "list of strings, got 'a b'"),
        ("documents", '{"id": "x", "tokens": ["a", 3]}', "strings, got 3 at index 1"),
        ("documents", '{"id": "x", "text": ["a"]}', "'text' must be a string, got ['a']"),
        ("documents", '{"id": "x", "tokens": [], "tokenizer": "a b"}', "got 'a b'"),
        ("documents", '{"id": "dog", "tokens": []}', "repeats line 2, got 'id' 'dog' again"),
        ("highlights", '{"document": "dog", "annotator": "a", "spans": []}', "repeats line 3"),
        ("highlights", '{"document": "cow", "annotator": "a", "spans": []}', "got 'cow'"),
        ("highlights", '{"document": "dog", "spans": []}', "'annotator' is missing"),
        ("highlights", '{"document": "dog", "annotator": "b"}', "'spans' is missing"),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": {}}', "pairs, got {}"),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": [3]}', "got 3"),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": [[0]]}', "got [0]"),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": [[0, 1.0]]}', "[0, 1.0]"),
        (
            "highlights",
            '{"document": "dog", "annotator": "b", "spans": [[false, 1]]}',
            "[False, 1]",
        ),
        (
            "highlights",
            '{"document": "dog", "annotator": "b", "spans": [["0", "1"]]}',
            "['0', '1']",
        ),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": [[1, 3]]}', "[1, 3]"),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": [[1, 1]]}', "[1, 1]"),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": [[-1, 1]]}', "[-1, 1]"),
        ("highlights", '{"document": "dog", "annotator": "b", "spans": [[0, 9e99]]}', "9e+99]"),
        ("summaries", '{"document": "dog", "system": "S", "tokens": []}', "repeats line 3"),
        ("summaries", '{"document": "cow", "system": "S", "tokens": []}', "got 'cow'"),
        ("summaries", '{"document": "dog", "tokens": []}', "'system' is missing"),
    ],
)
def test_a_bad_row_is_told_with_file_line_and_value(study, name, line, said, problems):
    sound = {"documents": DOCUMENTS, "highlights": HIGHLIGHTS, "summaries": SUMMARIES}[name]
    rows = "\n".join(map(json.dumps, sound)).encode()
    study(name, rows + b"\n" + (line if isinstance(line, bytes) else line.encode()))
    (told,) = problems()
    assert told.startswith(f"{name}.jsonl:{len(sound) + 1}: ")
    assert said in told
    assert len(told) < 250


def test_an_annotator_over_the_word_limit_is_told(study, run, problems):
    study("documents", [{"id": "fox", "tokens": ["a"] * 40}])
    study("highlights", [{"document": "fox", "annotator": "a", "spans": [[0, 20], [10, 31]]}])
    study("summaries", [])
    (told,) = problems()
    assert told == (
        "highlights.jsonl:1: document 'fox', annotator 'a': "
        "highlights 31 tokens, more than the word limit of 30"
    )
    assert run("hrouge", "--word-limit", "31").returncode == 0
    assert run("agreement").returncode == 0  # has no limit


def test_all_problems_of_all_files_are_told_together_in_order(study, problems):
    study("documents", [*DOCUMENTS, {"id": "owl"}])
    study("highlights", [HIGHLIGHTS[0], {"document": "fox", "annotator": "b", "spans": [[7, 9]]}])
    study("summaries", [*SUMMARIES, {"document": "dog", "system": "T"}, {}])
    told = [line.split(": ")[0] for line in problems()]
    assert told == [
        "documents.jsonl:4",
        "highlights.jsonl:2",
        "summaries.jsonl:5",
        "summaries.jsonl:6",
    ]


def test_an_unsound_document_is_not_told_again_as_unknown(study, problems):
    study("documents", [*DOCUMENTS[:2], {"id": "cat", "tokens": None}])
    assert len(problems()) == 1


def test_many_problems_are_counted_after_the_first_fifty(study, problems):
    study("summaries", "{}\n" * 1_000)
    told = problems()
    assert len(told) == 51
    assert told[-1] == "summaries.jsonl: and 950 more"


def test_missing_files_are_all_told(problems):
    for name in ("documents", "summaries"):
        Path(f"{name}.jsonl").unlink()
    assert problems() == [
        "documents.jsonl: cannot be read: No such file or directory",
        "summaries.jsonl: cannot be read: No such file or directory",
    ]


def test_a_folder_is_no_file(problems):
    Path("summaries.jsonl").unlink()
    Path("summaries.jsonl").mkdir()
    assert problems() == ["summaries.jsonl: cannot be read: Is a directory"]


def test_empty_files_have_no_scores(study, run):
    for name in ("documents", "highlights", "summaries"):
        study(name, "")
    told = json.loads(run("hrouge", "--json").stdout)
    assert (told["scores"], told["systems"]) == ([], [])
    assert run("hrouge").returncode == run("agreement").returncode == 0


@pytest.mark.parametrize(
    "options, said",
    [
        (["--n", "0"], "n must be an integer from 1 to 100, got 0"),
        (["--n", "two"], "invalid literal for int() with base 10: 'two'"),
        (["--word-limit", "-3"], "word_limit must be a positive integer, got -3"),
        (["--normalize", "all"], "invalid choice: 'all'"),
    ],
)
def test_a_bad_option_is_named(options, said, run):
    done = run("hrouge", *options)
    assert done.returncode == 2
    assert said in done.stderr


def test_odd_names_are_printed_on_one_line_each(study, run):
    odd = ["new\nline", "\ud800", "étoile", "\x1b[31m"]
    study("summaries", [{"document": "fox", "system": name, "tokens": ["a"]} for name in odd])
    done = run("hrouge")
    assert done.returncode == 0
    assert "'new\\nline'" in done.stdout
    assert "étoile" in done.stdout
    assert "\x1b" not in done.stdout
    told = json.loads(run("hrouge", "--json").stdout)
    assert [row["system"] for row in told["systems"][::2]] == odd


def test_a_terminal_without_unicode_gets_escapes(study, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    study("summaries", [{"document": "fox", "system": "étoile", "tokens": ["a"]}])
    assert "\\xe9toile" in process(*arguments("hrouge")).stdout


def test_a_reader_who_stops_reading_causes_no_traceback():
    reader, writer = os.pipe()
    os.close(reader)
    done = process(*arguments("agreement"), stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (2, "")


def test_a_full_disk_is_told():
    with Path("/dev/full").open("w") as full:
        done = process(*arguments("agreement"), stdout=full)
    assert done.returncode == 2
    assert done.stderr == "standard output: cannot be written: No space left on device\n"


def test_a_command_is_needed_and_help_names_them():
    assert process().returncode == 2
    done = process("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in ("hrouge", "agreement", "bench"))


def test_the_arithmetic_needs_no_django_and_scores_no_nltk():
    code = (
        "import sys; from metrics.commands import main;"
        "status = main(sys.argv[1:]);"
        "assert not {'django', 'nltk', 'rouge_score', 'scipy'} & set(sys.modules);"
        "sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments("hrouge")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
