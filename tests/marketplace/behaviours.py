"""Which tests hold which of the 67 behaviours that the marketplace promises: docstrings say it.

python -m tests.marketplace.behaviours prints the list.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
N_BEHAVIOURS = 67
NAMED = re.compile(r"[Bb]ehaviours? (\d+(?:(?:, | and |, and | to )\d+)*)")


def by_behaviour() -> dict[int, list[str]]:
    """The tests whose docstring, or whose class's docstring, names the behaviour's number."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for test, says in said(ast.parse(path.read_text())):
            for number in numbers(says):
                found[number].append(f"{path.relative_to(TESTS)}::{test}")
    return found


def said(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Each test of a module with what is said about it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node.name, ast.get_docstring(node) or ""
        elif isinstance(node, ast.ClassDef):
            about = ast.get_docstring(node) or ""
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test"):
                    text = f"{about} {ast.get_docstring(inner) or ''}"
                    yield f"{node.name}::{inner.name}", text


def numbers(text: str) -> set[int]:
    """
    >>> sorted(numbers("Behaviours 21 and 22: they differ. See behaviour 4."))
    [4, 21, 22]
    """
    return {int(n) for match in NAMED.finditer(text) for n in re.findall(r"\d+", match[1])}


if __name__ == "__main__":
    for number, tests in sorted(by_behaviour().items()):
        print(f"{number:3} {tests[0]}")
        for test in tests[1:]:
            print(f"    {test}")
