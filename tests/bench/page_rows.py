"""Rows for tests.bench.page_bench: an article of each length, opened by a worker.

Reads articles as JSON ({name: text}) from standard input, prints {name: address of the task}.
"""

import json
import sys

import django

django.setup()

from annotation import submissions  # noqa: E402
from annotation.drafts import Draft  # noqa: E402
from tests.annotation import factories  # noqa: E402


def open_task(name: str, text: str) -> str:
    document = factories.make_document(text, external_id=name)
    hit = factories.make_hit(document)
    claims = factories.claims_for(hit)
    submissions.begin(hit, claims, now=factories.NOW)
    submissions.save_draft(hit, claims, draft=Draft(), base_version=0, now=factories.NOW)
    return factories.address(hit, claims)


if __name__ == "__main__":
    articles = json.load(sys.stdin)
    print(json.dumps({name: open_task(name, text) for name, text in articles.items()}))
