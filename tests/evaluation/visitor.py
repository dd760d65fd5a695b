"""A worker at a rating HIT by plain HTTP: what the browser does, without one."""

import json
import re
from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import HttpResponse
from django.test import Client

from crowd.models import HIT, Assignment
from evaluation.presenting import Shown
from evaluation.visits import find_visit
from tests.evaluation import factories


class Visitor:
    """Keeps every response in `responses`, for tests that search them all."""

    def __init__(self, hit: HIT, worker_id: str = "A1", **changed: str) -> None:
        self.hit = hit
        self.claims = factories.claims_for(hit, worker_id)
        self.address = f"/judge/{hit.item.batch.kind}/{hit.public_id}/"
        self.page = f"{self.address}?{urlencode({**self.claims.as_query(), **changed})}"
        self.client = Client()
        self.responses: list[HttpResponse] = []

    def open(self) -> HttpResponse:
        return self.keep(self.client.get(self.page))

    def text(self) -> str:
        return self.open().content.decode()

    def token(self) -> str:
        return re.search(r'name="token" value="([^"]+)"', self.text())[1]

    def post(self, step: str, **fields) -> HttpResponse:
        fields = fields if "token" in fields else {"token": self.token(), **fields}
        return self.keep(self.client.post(f"{self.address}{step}/", fields))

    def begin(self) -> HttpResponse:
        return self.post("begin")

    def save(self, values: Mapping[str, int], version: int = 0, **fields) -> HttpResponse:
        fields = {"page": "p1", "turn": 1, **fields}
        return self.post("draft", values=json.dumps(values), version=version, **fields)

    def finish(self, values: Mapping[str, int], **fields) -> HttpResponse:
        return self.post("finish", values=json.dumps(values), version=0, **fields)

    def rate(self, version: int = 0, **values: int) -> HttpResponse:
        """The ratings of content; the question follows."""
        return self.post("ratings", values=json.dumps(values), version=version)

    def answer(self, answer: str = "true", **fields) -> HttpResponse:
        return self.post("answer", answer=answer, **fields)

    def ranked(self, **values: int) -> dict[str, int]:
        """Every summary rated 60, the controls as given, else as a careful worker would."""
        values = {"summary": 60, "good": 90, "mediocre": 50, "bad": 10, **values}
        return {text.opaque_id: values[text.part] for text in self.shown}

    @property
    def shown(self) -> list[Shown]:
        """What is before this worker, as only the server knows it."""
        return find_visit("quality", self.hit.public_id, self.claims).shown

    @property
    def assignment(self) -> Assignment:
        return Assignment.objects.get(hit=self.hit, worker__mturk_id=self.claims.worker_id)

    def keep(self, response: HttpResponse) -> HttpResponse:
        self.responses.append(response)
        return response
