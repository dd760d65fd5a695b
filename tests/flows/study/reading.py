"""What a person sees on a rating page: texts to rate, under which names, and the statement."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Seen:
    """`names` are in the order of `summaries` on a sheet; for content they are the criteria."""

    summaries: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


class PageReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()
        self.open: list[str] | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "blockquote" and given.get("class") in ("summary", "statement"):
            summary = given["class"] == "summary"
            self.open = self.seen.summaries if summary else self.seen.statements
            self.open.append("")
        elif given.get("class") == "rating":
            self.seen.names.append(given["data-name"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "blockquote":
            self.open = None

    def handle_data(self, data: str) -> None:
        if self.open is not None:
            self.open[-1] += data


def seen_on(page: str) -> Seen:
    reader = PageReader()
    reader.feed(page)
    return reader.seen


def plain(text: str) -> str:
    """As compared: spaces are no difference."""
    return " ".join(text.split())
