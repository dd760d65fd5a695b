"""What the documents tell a reader to run, set or open exists."""

import ast
import importlib.util
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md"))]

each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


def code(path: Path) -> str:
    """Everything set as code: fenced blocks and `words`."""
    text = path.read_text()
    block = re.compile(r"^ *```.*?^ *```", re.M | re.S)
    inline = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", block.sub("", text))
    return "\n".join([*block.findall(text), *inline])


def marketplace_commands() -> set[str]:
    folder = ROOT / "marketplace" / "management" / "commands"
    return {path.stem for path in folder.glob("[a-z]*.py")}


@each_document
def test_every_make_target_exists(path: Path) -> None:
    (phony,) = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)
    assert set(re.findall(r"\bmake ([a-z]+)", code(path))) <= set(phony.split())


@each_document
def test_every_management_command_exists(path: Path) -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", code(path)))
    assert sorted(named - set(get_commands()) - marketplace_commands()) == []


@each_document
def test_every_program_exists(path: Path) -> None:
    named = set(re.findall(r"python3? -m ([a-z_.]+)", code(path)))
    assert [name for name in sorted(named) if importlib.util.find_spec(name) is None] == []


@each_document
def test_every_variable_is_one_of_the_example(path: Path) -> None:
    known = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M))
    prefixes = "HIGHRES|MARKETPLACE|MTURK|CELERY|DATABASE|POSTGRES"
    named = set(re.findall(rf"\b(?:{prefixes})_[A-Z_]+\b", path.read_text()))
    settings = {"CELERY_BEAT_SCHEDULE"}  # a Django setting, not a variable
    assert sorted(named - known - settings) == []


@each_document
def test_every_link_into_the_repository_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", path.read_text())
    inner = [link for link in links if "://" not in link]
    assert [link for link in inner if not (path.parent / link).exists()] == []


@each_document
def test_every_file_named_exists(path: Path) -> None:
    named = set(re.findall(r"`((?:\w+/)+\w+\.\w+|\w+\.(?:toml|yml|cff|md))`", path.read_text()))
    made_at_first_use = "var/"
    missing = [name for name in sorted(named) if not (ROOT / name).exists()]
    assert [name for name in missing if not name.startswith(made_at_first_use)] == []


@each_document
def test_every_python_example_can_be_parsed(path: Path) -> None:
    for block in re.findall(r"^( *)```python\n(.*?)^ *```", path.read_text(), re.M | re.S):
        ast.parse(re.sub(rf"^{block[0]}", "", block[1], flags=re.M))


def test_the_documents_say_what_this_test_can_check() -> None:
    """A pattern that finds nothing would pass everywhere."""
    text = "\n".join(code(path) for path in DOCUMENTS)
    for pattern in (r"\bmake run", r"manage\.py load_corpus", r"python -m metrics"):
        assert re.search(pattern, text), pattern
