"""A requester in front of a browser."""

import requests

from tests.marketplace.harness import Requester


class Visit:
    """A requester in front of a browser."""

    def __init__(self, requester: Requester, keys: dict | None = None):
        self.origin = requester.market.origin
        self.keys = keys or requester.keys
        self.browser = requests.Session()

    def get(self, path: str) -> requests.Response:
        return self.browser.get(
            f"{self.origin}/requester/{path}", allow_redirects=False, timeout=30
        )

    def post(self, path: str, **fields: str) -> requests.Response:
        key = self.browser.cookies.get("marketplace_csrf", "")
        return self.browser.post(
            f"{self.origin}/requester/{path}",
            data={"csrfmiddlewaretoken": key, **fields},
            allow_redirects=False,
            timeout=30,
        )

    def sign_in(self, **changes: str) -> requests.Response:
        self.get("sign-in/")
        pair = {
            "key_id": self.keys["access_key_id"],
            "secret": self.keys["secret_access_key"],
        }
        return self.post("sign-in/", **{**pair, **changes})
