"""`.env.example` lists every variable the code reads, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READERS = [
    ROOT / "highres_web" / "settings.py",
    ROOT / "highres_web" / "processes.py",
    ROOT / "marketplace" / "settings.py",
    ROOT / "marketplace" / "policy.py",
]
# How a variable is read: env.str("NAME"), required_in_production("NAME", ...), Switch("NAME", ...).
READING_FUNCTIONS = {"required_in_production", "amount", "Switch"}


def is_reading(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id == "env"
    return isinstance(function, ast.Name) and function.id in READING_FUNCTIONS


def read_variables(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and is_reading(node) and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant):
                yield name.value


def compose_variables() -> set[str]:
    return set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "docker-compose.yml").read_text()))


def listed() -> list[str]:
    return re.findall(r"^#?([A-Z][A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M)


@pytest.mark.parametrize("path", READERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_variable_that_is_read_is_listed(path: Path) -> None:
    names = set(read_variables(path))
    assert names, "the test reads this file wrongly: it finds no variable at all"
    assert sorted(names - set(listed())) == []


def test_every_listed_variable_is_read_somewhere() -> None:
    known = compose_variables().union(*(read_variables(path) for path in READERS))
    assert sorted(set(listed()) - known) == []


def test_no_variable_is_listed_twice() -> None:
    assert sorted(listed()) == sorted(set(listed()))


def test_the_example_cannot_be_used_as_it_stands() -> None:
    """Its secrets are the placeholders that production refuses (test_settings)."""
    text = (ROOT / ".env.example").read_text()
    secrets = re.findall(r"^\w+SECRET_KEY=(.*)$", text, re.M)
    assert [value for value in secrets if value and not value.startswith("change-me")] == []
