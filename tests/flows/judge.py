"""A worker who takes HITs at the marketplace and works on the task page, all by HTTP.

    judge = Judge(stack)
    work = judge.take(hit_id)                  # the assignment, or Refusal
    judge.highlight(work, spans, answer=True)  # consent, marks, answer, hand-back

Every step may be repeated after a broken connection, as a browser's reload would.
"""

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

import requests

from tests.flows.forms import Form, form_to
from tests.marketplace.site_worker import SiteWorker
from tests.stack import Stack

Span = tuple[int, int]
STEPS = ("/consent/", "/marks/", "/answer/", "/mturk/externalSubmit")
TIMEOUT_S = 60


@dataclass(frozen=True)
class Work:
    """An accepted assignment and the address its frame was opened with."""

    assignment_id: str
    frame_url: str


class Unexpected(Exception):
    """A page that is none of the steps, or an answer that is no page."""


class Judge:
    def __init__(self, stack: Stack) -> None:
        self.site = SiteWorker(stack.marketplace_origin)
        # The task page's own connection: it must work without any cookie.
        self.frame = requests.Session()
        self.frame.cookies.set_policy(NoCookies())

    @property
    def worker_id(self) -> str:
        return self.site.worker_id

    def take(self, hit_id: str) -> Work:
        assignment_id = self.site.accept(hit_id)
        return Work(assignment_id, self.site.frame_url(assignment_id))

    def highlight(self, work: Work, spans: list[Span], *, answer: bool) -> None:
        """Goes from wherever the page stands to the end; returns once the endpoint has it."""
        entries = {
            "/consent/": {},
            "/marks/": {"spans": json.dumps(spans)},
            "/answer/": {"answer": "true" if answer else "false"},
        }
        page = self.open(work)
        for _ in STEPS:
            ending, form = next_step(page)
            if ending not in entries:
                self.hand_in(form)
                return
            page = self.send(form, **entries[ending])
        raise Unexpected(f"{work.assignment_id} does not come to an end: {page.text}")

    def open(self, work: Work) -> requests.Response:
        return checked(self.frame.get(work.frame_url, timeout=TIMEOUT_S))

    def send(self, form: Form, **fields: str) -> requests.Response:
        site = urlsplit(form.action)
        return checked(
            self.frame.post(
                form.action,
                data={**form.fields, **fields},
                headers={"Origin": f"{site.scheme}://{site.netloc}"},
                timeout=TIMEOUT_S,
            )
        )

    def hand_in(self, form: Form) -> None:
        """409: the first attempt had arrived, only its answer had not."""
        answer = self.frame.post(form.action, data=form.fields, timeout=TIMEOUT_S)
        if answer.status_code not in (200, 409):
            raise Unexpected(f"externalSubmit answers {answer.status_code}: {answer.text}")


class NoCookies(requests.cookies.cookielib.DefaultCookiePolicy):  # type: ignore[name-defined]
    def set_ok(self, cookie, request) -> bool:
        raise Unexpected(f"the task page sets a cookie: {cookie.name}")


def next_step(page: requests.Response) -> tuple[str, Form]:
    for ending in STEPS:
        try:
            return ending, form_to(page.text, page.url, ending)
        except LookupError:
            continue
    raise Unexpected(f"no step at {page.url} ({page.status_code}): {page.text}")


def checked(answer: requests.Response) -> requests.Response:
    if answer.status_code != 200:
        raise Unexpected(f"{answer.url} answers {answer.status_code}: {answer.text}")
    return answer
