"""Asks a task's server whether its page will show in our frame.

The one remote call the worker site makes, and it has to be made by a server: browsers hide from a
page whether a frame inside it was refused (it fires `load` either way). It stands in a request of
its own, outside any transaction; the task page is complete without it. What is asked for is the
preview of the HIT's own task page, which its requester published; nothing of the answer but its
headers is read, and the worker learns no more than a verdict.
"""

import http.client
import urllib.error
import urllib.request
from dataclasses import dataclass
from threading import BoundedSemaphore

from marketplace.site.frame_policy import origin_of, refusal

TIMEOUT_S = 5
# A slow task server must not keep every thread of the site waiting for it.
AT_ONCE = BoundedSemaphore(3)
PATIENCE_S = 1


@dataclass(frozen=True)
class Verdict:
    """What was found, with the header or error that says so.

    Attributes:
        verdict: `shows`, `refused`, `unreachable`, `elsewhere`, or `unknown`: not asked.
    """

    verdict: str
    detail: str = ""


class LeftItsOrigin(Exception):
    """The page redirects to an origin the frame does not admit."""


class RedirectsAtHome(urllib.request.HTTPRedirectHandler):
    """Follows redirects inside the task's own site; an upgrade from http to https is inside."""

    max_redirections = 3

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        (was, host, port), (scheme, new_host, new_port) = origin_of(req.full_url), origin_of(newurl)
        same = (was, host, port) == (scheme, new_host, new_port)
        upgraded = (was, port, scheme, new_port) == ("http", 80, "https", 443)
        if not (same or (upgraded and host == new_host)):
            raise LeftItsOrigin(f"{scheme}://{new_host}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def check_frame(url: str, *, framing_origin: str) -> Verdict:
    """The verdict on one task page. Never raises for what the task's server does."""
    if not AT_ONCE.acquire(timeout=PATIENCE_S):
        return Verdict("unknown", "too many checks at once")
    try:
        return ask(url, framing_origin=framing_origin)
    finally:
        AT_ONCE.release()


def ask(url: str, *, framing_origin: str) -> Verdict:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), RedirectsAtHome())
    headers = {"Accept": "text/html", "User-Agent": "marketplace frame check"}
    request = urllib.request.Request(url, headers=headers)
    try:
        with opener.open(request, timeout=TIMEOUT_S) as response:
            return judge(response, framing_origin=framing_origin)
    except LeftItsOrigin as error:
        return Verdict("elsewhere", str(error))
    except urllib.error.HTTPError as error:
        with error:
            if error.code < 400:
                return Verdict("unreachable", f"redirects without end (status {error.code})")
            return judge(error, framing_origin=framing_origin)
    except (OSError, http.client.HTTPException) as error:
        return Verdict("unreachable", str(getattr(error, "reason", None) or error))


def judge(response, *, framing_origin: str) -> Verdict:
    """The verdict on a response that arrived. An error page is a page: the worker can read it."""
    header = refusal(
        page_url=response.url,
        framing_origin=framing_origin,
        x_frame_options=response.headers.get_all("X-Frame-Options", []),
        content_security_policies=response.headers.get_all("Content-Security-Policy", []),
    )
    return Verdict("refused", header) if header else Verdict("shows")
