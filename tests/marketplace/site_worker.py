"""A worker at the marketplace's site without a browser: the steps a person takes, by HTTP.

worker = SiteWorker(origin)                 # joins, is signed in
assignment_id = worker.accept(hit_id)
hand_in(origin, assignment_id, word="x")    # as the task page does: from another site, no cookies
"""

import html
import re
from urllib.parse import parse_qsl, urlsplit

import requests

FRAME = re.compile(r'<iframe[^>]* src="([^"]*)"')


class SiteWorker:
    def __init__(self, origin: str, *, sign_in_code: str | None = None):
        self.origin = origin
        self.http = requests.Session()
        if sign_in_code is None:
            page = self.post("/join/")
            assert page.status_code == 200, page.text
            self.sign_in_link = text_of(page, r"data-secret>([^<]*)<")
            self.sign_in_code = self.sign_in_link.rpartition("/")[2]
        else:
            self.sign_in_code = sign_in_code
            assert self.post("/sign-in/", code=sign_in_code).status_code == 302
        self.worker_id = text_of(self.get("/history"), r"Worker <code>(A[A-Z0-9]+)</code>")

    def get(self, path: str) -> requests.Response:
        return self.http.get(self.origin + path, allow_redirects=False, timeout=30)

    def post(self, path: str, **fields: str) -> requests.Response:
        """Press a button: the form's key is in the cookie that came with the page."""
        if "marketplace_csrf" not in self.http.cookies:
            self.get("/sign-in/")
        key = self.http.cookies["marketplace_csrf"]
        return self.http.post(
            self.origin + path,
            data={"csrfmiddlewaretoken": key, **fields},
            allow_redirects=False,
            timeout=30,
        )

    def accept(self, hit_id: str) -> str:
        """Accept a HIT; the assignment's id."""
        return accepted(self.post(f"/hits/{hit_id}/accept"))

    def accept_from_group(self, hit_type_id: str, **fields: str) -> str:
        return accepted(self.post(f"/groups/{hit_type_id}/accept", **fields))

    def give_back(self, assignment_id: str) -> None:
        answer = self.post(f"/assignments/{assignment_id}/return")
        assert answer.status_code == 302, answer.text

    def preview_url(self, hit_id: str) -> str:
        """The address of the frame of the preview."""
        return frame_of(self.get(f"/hits/{hit_id}"))

    def frame_url(self, assignment_id: str) -> str:
        """The address of the frame of an accepted assignment."""
        return frame_of(self.get(f"/assignments/{assignment_id}"))


def hand_in(origin: str, assignment_id: str, **fields: str) -> requests.Response:
    """What the task page's form does: a post from another site, without any cookie."""
    return requests.post(
        f"{origin}/mturk/externalSubmit",
        data={"assignmentId": assignment_id, **fields},
        allow_redirects=False,
        timeout=30,
    )


def accepted(answer: requests.Response) -> str:
    assert answer.status_code == 302, answer.text
    assert answer.headers["Location"].startswith("/assignments/"), answer.headers["Location"]
    return answer.headers["Location"].rpartition("/")[2]


def frame_of(page: requests.Response) -> str:
    assert page.status_code == 200, page.text
    return html.unescape(FRAME.search(page.text)[1])


def parameters_of(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))


def text_of(page: requests.Response, pattern: str) -> str:
    found = re.search(pattern, page.text)
    assert found, f"no {pattern} in {page.status_code} {page.text}"
    return html.unescape(found[1]).strip()
