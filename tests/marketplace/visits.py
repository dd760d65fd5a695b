"""Answers of the site as they come: refusals are answers too, and redirects are not followed."""

import html
import re

import requests

from tests.marketplace.harness import Worker, hand_in


def look(worker: Worker, path: str) -> requests.Response:
    return signed_in(worker).get(worker.origin + path, allow_redirects=False, timeout=30)


def press(worker: Worker, path: str, **fields: str) -> requests.Response:
    """Press a button: the form's key is in the cookie that came with the page."""
    key = signed_in(worker).cookies["marketplace_csrf"]
    return worker.browser.post(
        worker.origin + path,
        data={"csrfmiddlewaretoken": key, **fields},
        allow_redirects=False,
        timeout=30,
    )


def newcomer(origin: str) -> Worker:
    """Somebody without an account, in front of a browser of their own."""
    person = Worker(origin, "", "")
    person.browser = requests.Session()
    look(person, "/sign-in/")
    return person


def signed_in(worker: Worker) -> requests.Session:
    if worker.browser is None:
        worker.sign_in()
    return worker.browser


def take(worker: Worker, hit_type_id: str, **fields: str) -> str:
    """Accept from a group; the assignment's id."""
    answer = press(worker, f"/groups/{hit_type_id}/accept", **fields)
    assert answer.status_code == 302, answer.text
    return re.fullmatch("/assignments/([A-Z0-9]+)", answer.headers["Location"])[1]


def submit(worker: Worker, assignment_id: str, **fields: str) -> requests.Response:
    """What the task page's form does."""
    sent = {"assignmentId": assignment_id, **(fields or {"word": "x"})}
    return hand_in(worker.origin, sent, allow_redirects=False)


def found(page: requests.Response, pattern: str) -> str:
    """What the pattern's group matches in the page, as the reader sees it."""
    match = re.search(pattern, page.text)
    assert match, f"no {pattern} in {page.status_code} {page.text}"
    return html.unescape(match[1]).strip()
