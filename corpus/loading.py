"""Loads a corpus: tells everything that is wrong with a source, or stores all of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import transaction

from corpus.formats import csv_table, highres, jsonl
from corpus.models import Dataset, Document
from corpus.problems import LoadError, Problem, Problems
from corpus.storing import Placed, Storing
from corpus.systems import store_systems

Progress = Callable[[str, int], None]
"""Called with what is being done and the number of documents done so far."""

CHUNK = 200
READERS = {".jsonl": jsonl.read, ".ndjson": jsonl.read, ".csv": csv_table.read}


@dataclass(frozen=True)
class LoadResult:
    """What loading changed: numbers of documents, and fields of the source nobody reads."""

    dataset: Dataset
    n_added: int
    n_updated: int
    n_unchanged: int
    ignored_fields: dict[str, int]

    @property
    def is_unchanged(self) -> bool:
        return not self.n_added and not self.n_updated


def load_corpus(path: Path, name: str, progress: Progress = lambda *_: None) -> LoadResult:
    """Load the documents at `path` into the dataset `name`, which is made if there is none.

    All of it or nothing, in one transaction; running it twice changes nothing. A stored document
    keeps its tokens unless its source has changed. Enqueues nothing. Raises LoadError with every
    problem of the source, or with every change that HITs forbid.
    """
    _check_name(name)
    problems = Problems()
    placed = list(_read(path, problems, progress))
    problems.raise_any()
    _split_new(placed, name, progress)
    with transaction.atomic():
        Dataset.objects.get_or_create(name=name)
        dataset = Dataset.objects.select_for_update().get(name=name)
        storing = Storing(dataset, store_systems(dataset, placed, problems), problems)
        problems.raise_any()
        for start in range(0, len(placed), CHUNK):
            storing.store(placed[start : start + CHUNK])
            progress("stored", min(start + CHUNK, len(placed)))
        problems.raise_any()
    n_touched = len(storing.added) + len(storing.updated)
    return LoadResult(
        dataset=dataset,
        n_added=len(storing.added),
        n_updated=len(storing.updated),
        n_unchanged=len(placed) - n_touched,
        ignored_fields=problems.ignored_fields,
    )


def _check_name(name: str) -> None:
    try:
        Dataset(name=name).clean_fields()
    except ValidationError as error:
        raise LoadError([Problem("--name", "", f"{error.messages[0]} Got {name!r}.")]) from error


def _read(path: Path, problems: Problems, progress: Progress) -> Iterator[Placed]:
    """Every good document of the source once; what is wrong is noted."""
    places: dict[str, str] = {}
    try:
        for n_read, (place, content) in enumerate(_reader(path)(path, problems), start=1):
            first = places.setdefault(content.external_id, place)
            if first != place:
                problems.add(place, f"{content.external_id!r} is already the id of {first}", "id")
            yield place, content
            if n_read % CHUNK == 0:
                progress("read", n_read)
    except OSError as error:
        raise LoadError([Problem(str(path), "", f"cannot be read: {error.strerror}")]) from error
    if not places and not problems.kept:
        problems.add(str(path), "holds no document")
    progress("read", len(places))


def _reader(path: Path) -> Callable[[Path, Problems], Iterator[Placed]]:
    """The format is known by what the path is."""
    if path.is_dir():
        if (path / "documents").is_dir():
            return highres.read
        files = [str(file) for file in sorted(path.iterdir()) if file.suffix.lower() in READERS]
        hint = f"load a file of it: {', '.join(files[:3])}" if files else "see load_corpus --help"
        message = f"is no HighRES folder, for it has no 'documents' in it; {hint}"
    elif not path.exists():
        message = "does not exist"
    elif not path.is_file() or path.suffix.lower() not in READERS:
        message = f"must be a HighRES folder or a file {', '.join(READERS)}"
    else:
        return READERS[path.suffix.lower()]
    raise LoadError([Problem(str(path), "", message)])


def _split_new(placed: list[Placed], name: str, progress: Progress) -> None:
    """Split what is new or changed before the transaction, which must not wait for it."""
    rows = Document.objects.filter(dataset__name=name)
    known = dict(rows.values_list("external_id", "content_hash"))
    for n_split, (_, content) in enumerate(placed, start=1):
        if known.get(content.external_id) != content.content_hash:
            content.split()
        if n_split % CHUNK == 0 or n_split == len(placed):
            progress("split", n_split)
