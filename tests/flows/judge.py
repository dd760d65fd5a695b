"""A worker who takes HITs at the marketplace and works on the task page, all by HTTP.

    judge = Judge(stack)
    work = judge.take(hit_id)                  # the assignment, or Refusal
    judge.highlight(work, spans, answer=True)  # consent, marks, answer, hand-back

Every step may be repeated after a broken connection, as a browser's reload would.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import requests

from tests.flows.forms import Form, form_to
from tests.marketplace.harness import RefusedByTheSite, Worker
from tests.stack import Stack

Span = tuple[int, int]
Entry = Callable[[str], dict[str, str]]
"""What somebody fills in, who reads this page."""
LAST_STEPS = ("/answer/", "/finish/")
STEPS = ("/consent/", "/begin/", "/marks/", "/ratings/", *LAST_STEPS, "/mturk/externalSubmit")
TIMEOUT_S = 60


@dataclass(frozen=True)
class Work:
    """An accepted assignment and the address its frame was opened with."""

    assignment_id: str
    frame_url: str


class Refused(Exception):
    """The marketplace gives this worker no slot of this HIT."""


class Unexpected(Exception):
    """A page that is none of the steps, or an answer that is no page."""


class NothingForMe(Unexpected):
    """The server takes nothing more from this worker at this HIT; its page says why."""


class Judge:
    def __init__(self, stack: Stack, site: Worker | None = None) -> None:
        """`site` is somebody who is signed in already; else a worker is made."""
        self.site = site or made_worker(stack)
        # The task page's own connection: it must work without any cookie.
        self.frame = requests.Session()
        # A kept connection that the server closes just now is a browser's business to mend.
        for session in (self.site.browser, self.frame):
            session.headers["Connection"] = "close"
        self.frame.cookies.set_policy(NoCookies())
        # Assignments whose submission the server has acknowledged.
        self.acknowledged: set[str] = set()

    @property
    def worker_id(self) -> str:
        return self.site.worker_id

    def take(self, hit_id: str) -> Work:
        """Raises Refused where there is no slot for this worker."""
        try:
            assignment_id = self.site.accept(hit_id)
        except RefusedByTheSite as refusal:
            raise Refused(f"{hit_id}: {refusal}") from refusal
        return self.work_on(assignment_id)

    def take_from(self, hit_type_id: str) -> Work:
        """Any HIT of the group; raises Refused where none is left for this worker."""
        try:
            assignment_id = self.site.accept_from_group(hit_type_id)
        except RefusedByTheSite as refusal:
            raise Refused(f"{hit_type_id}: {refusal}") from refusal
        return self.work_on(assignment_id)

    def work_on(self, assignment_id: str) -> Work:
        return Work(assignment_id, self.site.frame_url(f"/assignments/{assignment_id}"))

    def highlight(self, work: Work, spans: list[Span], *, answer: bool) -> None:
        """Goes from wherever the page stands to the end; returns once the endpoint has it."""
        self.hand_in(self.submit(work, spans, answer=answer))

    def submit(self, work: Work, spans: list[Span], *, answer: bool) -> Form:
        """Until the work is saved on our server; returns the form that hands it to the endpoint."""
        return self.walk(
            work,
            {
                "/consent/": lambda _: {},
                "/marks/": lambda _: {"spans": json.dumps(spans)},
                "/answer/": lambda _: {"answer": "true" if answer else "false"},
            },
        )

    def walk(self, work: Work, entries: Mapping[str, Entry]) -> Form:
        """Fills in page after page as `entries` say, by the ending of the form's address."""
        page = self.open(work)
        for _ in STEPS:
            ending, form = next_step(page)
            if ending not in entries:
                return form
            self.send(form, **entries[ending](page.text))
            if ending in LAST_STEPS:
                self.acknowledged.add(work.assignment_id)
            page = self.open(work)
        raise Unexpected(f"{work.assignment_id} does not come to an end: {page.text}")

    def open(self, work: Work) -> requests.Response:
        page = self.frame.get(work.frame_url, timeout=TIMEOUT_S)
        if page.status_code != 200:
            raise Unexpected(f"{page.url} answers {page.status_code}: {page.text}")
        return page

    def send(self, form: Form, **fields: str) -> None:
        """Raises Unexpected unless the server says that it took it in, and where to go on."""
        site = urlsplit(form.action)
        answer = self.frame.post(
            form.action,
            data={**form.fields, **fields},
            headers={"Origin": f"{site.scheme}://{site.netloc}"},
            allow_redirects=False,
            timeout=TIMEOUT_S,
        )
        if answer.status_code == 409:
            raise NothingForMe(answer.text)
        if answer.status_code != 303:
            raise Unexpected(f"{form.action} answers {answer.status_code}: {answer.text}")

    def hand_in(self, form: Form) -> None:
        """409: the first attempt had arrived, only its answer had not."""
        answer = self.frame.post(form.action, data=form.fields, timeout=TIMEOUT_S)
        if answer.status_code not in (200, 409):
            raise Unexpected(f"externalSubmit answers {answer.status_code}: {answer.text}")


def made_worker(stack: Stack) -> Worker:
    made = json.loads(stack.manage("marketplace_worker"))
    secret = made["sign_in_url"].rpartition("/")[2]
    worker = Worker(stack.marketplace_origin, made["worker_id"], secret)
    worker.sign_in()
    return worker


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
