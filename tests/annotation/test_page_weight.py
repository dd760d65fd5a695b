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


def test_scripts_and_styles_weigh_at_most_12_kilobytes(served):
    weights = {name: served[name].weight for name in ENTRANCES}
    assert sum(weights.values()) <= LIMIT_BYTES, weights


def test_a_script_arrives_with_all_it_imports(served):
    script = served["annotation/highlight.js"].text
    assert not re.search(r"^import\b", script, re.MULTILINE)
    for part in ("const $annotation_words = ", "const $work_autosave = "):
        assert script.count(part) == 1


def test_what_is_loaded_later_is_named_by_its_hash(served):
    script = served["annotation/highlight.js"].text
    assert re.search(r'import\("\./wrap\.[0-9a-f]{12}\.js"\)', script)


@pytest.mark.parametrize("room", ["annotation", "work"])
def test_a_behaviour_stays_below_120_lines(room):
    for path in Path(finders.find(f"{room}/")).glob("*.js"):
        assert len(path.read_text().splitlines()) < 120, path
