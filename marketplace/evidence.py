"""What a worker handed in, in words a person can read: the evidence beside a rejection. Pure."""

import json
from xml.etree.ElementTree import ParseError

from defusedxml.ElementTree import fromstring

from marketplace.answers import NAMESPACE

# What is longer and has no space is meant for machines: checksums, tokens.
LONGEST_WORD = 60
LONGEST_TEXT = 1000


def readable(answer: str) -> list[tuple[str, str]]:
    """Names and values of an answer; a JSON object is opened, one level deep.

    >>> readable("")
    []
    """
    try:
        root = fromstring(answer, forbid_dtd=True)
    except ParseError:  # nothing was handed in
        return []
    rows = []
    for field in root.iter(f"{{{NAMESPACE}}}Answer"):
        name = field.findtext(f"{{{NAMESPACE}}}QuestionIdentifier") or ""
        value = field.findtext(f"{{{NAMESPACE}}}FreeText") or ""
        rows += opened(name, value)
    return [(name.replace("_", " "), value) for name, value in rows if is_for_people(value)]


def opened(name: str, value: str) -> list[tuple[str, str]]:
    try:
        found = json.loads(value) if value.startswith("{") else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        return [(name, value)]
    return [(key, str(part)) for key, part in found.items() if not isinstance(part, dict | list)]


def is_for_people(value: str) -> bool:
    return all(len(word) <= LONGEST_WORD for word in value.split()) and len(value) <= LONGEST_TEXT
