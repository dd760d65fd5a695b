"""The folder of the HighRES study (ACL 2019): one file for every text.

    documents/ID.data           CoreNLP JSON: tokens with offsets, sentences, paragraphs
    summaries/GROUP/ID.data     a summary, its tokens between blanks; `ref_gold` is the reference
    sanity/ID.json              {statement, answer} about the article
    sanity_2/ID.json            the same about the reference
    sanity_summary/ID.json      {best, average, worst}: summaries of known quality

Its tokens are taken as they are: nothing is split again.
"""

from collections.abc import Iterator
from pathlib import Path

from corpus.content import ControlContent, DocumentContent, StatementContent, SummaryContent
from corpus.fields import checked_id, checked_system, checked_text
from corpus.formats.corenlp import split_of
from corpus.formats.strict_json import MOST_BYTES, JsonError, parse_object
from corpus.models import ControlSummary, SanityStatement
from corpus.problems import Problems
from corpus.rows import given, statement_of

REFERENCE_GROUP = "ref_gold"
BLANKS = "blanks"
"""Tokenizer of the summaries: whoever wrote the file put a blank between any two tokens."""

_ABOUT = {
    "sanity": SanityStatement.About.DOCUMENT.value,
    "sanity_2": SanityStatement.About.REFERENCE.value,
}
_ROLES = {
    "best": ControlSummary.Role.GOOD.value,
    "average": ControlSummary.Role.MEDIOCRE.value,
    "worst": ControlSummary.Role.BAD.value,
}


def read(folder: Path, problems: Problems) -> Iterator[tuple[str, DocumentContent]]:
    """Yield the place and content of every good document; note what is wrong with the files."""
    _note_strays(folder, problems)
    for path in sorted((folder / "documents").glob("*.data")):
        place = _place(folder, path)
        with problems.at(place):
            external_id = checked_id(path.stem)
            body = split_of(parse_object(_bytes(path)), external_id)
            yield (
                place,
                DocumentContent(
                    external_id=external_id,
                    title="",
                    text=body.text,
                    given=body,
                    summaries=tuple(_summaries(folder, path.stem, problems)),
                    statements=tuple(_statements(folder, path.stem, problems)),
                    controls=tuple(_controls(folder, path.stem, problems)),
                ),
            )


def _summaries(folder: Path, name: str, problems: Problems) -> Iterator[SummaryContent]:
    for path in sorted(folder.glob(f"summaries/*/{name}.data")):
        with problems.at(_place(folder, path)):
            text = checked_text(_decoded(_bytes(path)), "").strip()
            group = path.parent.name
            yield SummaryContent(
                system=checked_system(group, ""),
                text=text,
                is_reference=group == REFERENCE_GROUP,
                given=tuple(text.split()),
                tokenizer=BLANKS,
            )


def _statements(folder: Path, name: str, problems: Problems) -> Iterator[StatementContent]:
    for part, about in _ABOUT.items():
        path = folder / part / f"{name}.json"
        if path.exists():
            with problems.at(_place(folder, path)):
                yield statement_of(parse_object(_bytes(path)) | {"about": about})


def _controls(folder: Path, name: str, problems: Problems) -> Iterator[ControlContent]:
    path = folder / "sanity_summary" / f"{name}.json"
    if path.exists():
        with problems.at(_place(folder, path)):
            texts = parse_object(_bytes(path))
            for field, role in _ROLES.items():
                with problems.at(_place(folder, path)):
                    yield ControlContent(role, checked_text(given(texts, field), field).strip())


def _note_strays(folder: Path, problems: Problems) -> None:
    """Name what belongs to no document: a misnamed file would otherwise be missing in silence."""
    names = {path.stem for path in (folder / "documents").glob("*.data")}
    if not names:
        problems.add("documents", "holds no file *.data")
    parts = [("summaries/*/*.data"), *(f"{part}/*.json" for part in (*_ABOUT, "sanity_summary"))]
    for path in sorted(path for part in parts for path in folder.glob(part)):
        if path.stem not in names:
            problems.add(_place(folder, path), f"has no documents/{path.stem}.data")


def _place(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise JsonError(f"is not UTF-8: byte 0x{byte:02x} at position {error.start}") from error
