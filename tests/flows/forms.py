"""The forms of a page, as a browser without scripts would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin


@dataclass
class Form:
    """Where it goes, and what its fields hold; radio buttons only where one is chosen."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)


class FormReader(HTMLParser):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.forms: list[Form] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "form":
            self.forms.append(Form(urljoin(self.url, given.get("action") or "")))
        elif tag == "input" and self.forms and given.get("name"):
            unchosen = given.get("type") in ("radio", "checkbox") and "checked" not in given
            if not unchosen:
                self.forms[-1].fields[str(given["name"])] = given.get("value") or ""


def forms_of(page: str, url: str) -> list[Form]:
    """In the order they stand; `url` is where the page came from."""
    reader = FormReader(url)
    reader.feed(page)
    return reader.forms


def form_to(page: str, url: str, ending: str) -> Form:
    """The form whose address ends so; raises LookupError naming what there is."""
    forms = forms_of(page, url)
    for form in forms:
        if form.action.split("?")[0].endswith(ending):
            return form
    raise LookupError(f"no form to {ending!r} at {url}: {[form.action for form in forms]}\n{page}")
