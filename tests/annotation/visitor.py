"""A worker at the highlight page by plain HTTP: what the browser does, without one."""

import json
import re

from django.http import HttpResponse
from django.test import Client

from crowd.models import HIT, Assignment
from tests.annotation import factories


class Visitor:
    """Keeps every response in `responses`, for tests that search them all."""

    def __init__(self, hit: HIT, worker_id: str = "A1", **changed: str) -> None:
        self.hit = hit
        self.worker_id = worker_id
        self.claims = factories.claims_for(hit, worker_id)
        self.page = factories.address(hit, self.claims, **changed)
        self.client = Client()
        self.responses: list[HttpResponse] = []

    def open(self) -> HttpResponse:
        return self.keep(self.client.get(self.page))

    def token(self) -> str:
        return re.search(r'name="token" value="([^"]+)"', self.open().content.decode())[1]

    def post(self, step: str, *, origin: str | None = None, **fields) -> HttpResponse:
        fields = {"token": self.token(), **fields} if "token" not in fields else fields
        address = f"/judge/highlights/{self.hit.public_id}/{step}/"
        headers = {} if origin is None else {"Origin": origin}
        return self.keep(self.client.post(address, fields, headers=headers))

    def agree(self) -> HttpResponse:
        return self.post("consent")

    def save(self, spans: object, version: int = 0, **fields) -> HttpResponse:
        fields = {"events": "{}", "page": "p1", "turn": 1, **fields}
        return self.post("draft", spans=json.dumps(spans), version=version, **fields)

    def mark(self, spans: object, version: int = 0, **fields) -> HttpResponse:
        return self.post("marks", spans=json.dumps(spans), version=version, **fields)

    def answer(self, answer: str = "true", **fields) -> HttpResponse:
        return self.post("answer", answer=answer, **fields)

    def finish(self, spans: object = ((0, 4),), answer: str = "true") -> HttpResponse:
        """The whole task; gives the hand-back page."""
        self.agree()
        self.mark(spans)
        self.answer(answer)
        return self.open()

    def keep(self, response: HttpResponse) -> HttpResponse:
        self.responses.append(response)
        return response

    @property
    def assignment(self) -> Assignment:
        return Assignment.objects.get(hit=self.hit, worker__mturk_id=self.worker_id)
