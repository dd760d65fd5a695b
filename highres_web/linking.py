"""Joins an ES module and everything it imports into one, so that a page asks for one script.

It knows the form that our modules have and no other: names imported from files beside them, and
constants and functions exported where they are declared. What it does not know is an error when
the files are collected, not a page that fails. import("...") stays: few browsers need those.
"""

import posixpath
import re
from collections.abc import Callable

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:const|function|async function) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
_AWAITS = re.compile(r"^\S.*\bawait\b", re.MULTILINE)  # in the module itself: bodies are indented


class UnknownForm(ValueError):
    """A module is written in a way that cannot be joined; the text names file and line."""


def link(path: str, read: Callable[[str], str]) -> str:
    """The module at `path` with all that it imports, each once and before those that need it.

    `read` gives a module's text by its path.
    """
    parts: dict[str, str] = {}
    _collect(path, read, parts, waiting=())
    return "\n".join(parts.values())


def _collect(
    path: str, read: Callable[[str], str], parts: dict[str, str], waiting: tuple[str, ...]
) -> None:
    if path in waiting:
        raise UnknownForm(f"{path}: imports itself, by way of {' and '.join(waiting)}")
    text = read(path)
    for _, relative in _IMPORT.findall(text):
        needed = _resolve(path, relative)
        if needed not in parts:
            _collect(needed, read, parts, (*waiting, path))
    parts[path] = _scoped(path, text)


def _scoped(path: str, text: str) -> str:
    """The module as a function called at once, which gives what the module exports."""
    exports = ", ".join(name for _, name in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(lambda found: _binding(path, found), text))
    unknown = _LEFT_OVER.search(body)
    if unknown:
        raise UnknownForm(f"{path}: cannot be joined with what it imports: {unknown[0]!r}")
    opening = "await (async () => {" if _AWAITS.search(body) else "(() => {"
    return f"const {_variable(path)} = {opening}\n{body}return {{ {exports} }};\n}})();"


def _binding(path: str, found: re.Match[str]) -> str:
    names, relative = found.groups()
    return f"const {{{names}}} = {_variable(_resolve(path, relative))};" if names else ""


def _resolve(path: str, relative: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
