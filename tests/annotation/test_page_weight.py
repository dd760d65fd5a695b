"""What the marking page weighs: its scripts and styles as they are served, all of them together."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from highres_web.storage import HashedFiles

ENTRANCES = ("annotation/highlight.js", "annotation/highlight.css", "work/work.css")
LIMIT_BYTES = 12_000


@dataclass(frozen=True)
class Served:
    """A file under its hashed name: its text, and the bytes that are sent for it."""

    text: str
    weight: int


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> dict[str, Served]:
    """By name in the sources, as `collectstatic` writes them."""
    folder = tmp_path_factory.mktemp("static")
    storage = HashedFiles(location=folder, base_url="/static/")
    source = FileSystemStorage(Path(finders.find(ENTRANCES[0])).parents[1])
    names = [
        f"{room}/{name}" for room in ("annotation", "work") for name in source.listdir(room)[1]
    ]
    for name in names:
        storage.save(name, source.open(name))
    list(storage.post_process({name: (storage, name) for name in names}))
    files = {name: folder / storage.hashed_files[storage.hash_key(name)] for name in names}
    return {
        name: Served(file.read_text(), Path(f"{file}.gz").stat().st_size)
        for name, file in files.items()
    }


def modules(served: dict[str, Served], name: str, seen: set[str]) -> set[str]:
    """The module and all it imports at once; what it may load later is left out."""
    if name not in seen:
        seen.add(name)
        for imported in re.findall(r'(?:from|import) ?"(\.[^"]+)";', served[name].text):
            path = (Path("/") / name).parent / re.sub(r"\.[0-9a-f]{12}\.js$", ".js", imported)
            modules(served, str(path.resolve().relative_to("/")), seen)
    return seen


def test_scripts_and_styles_weigh_at_most_12_kilobytes(served):
    files = modules(served, ENTRANCES[0], set()) | set(ENTRANCES)
    assert {"annotation/words.js", "work/autosave.js"} <= files
    weights = {name: served[name].weight for name in files}
    assert sum(weights.values()) <= LIMIT_BYTES, weights


def test_imports_name_the_hashed_files(served):
    assert re.search(r'from "\./words\.[0-9a-f]{12}\.js"', served["annotation/marks.js"].text)


@pytest.mark.parametrize("room", ["annotation", "work"])
def test_a_behaviour_stays_below_120_lines(room):
    for path in Path(finders.find(f"{room}/")).glob("*.js"):
        assert len(path.read_text().splitlines()) < 120, path
