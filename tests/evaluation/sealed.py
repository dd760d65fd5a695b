"""What tests of sealed values share: ids that can be recognized, and all that is sent."""

import re

from django.core import signing
from django.db import connection

from tests.evaluation.visitor import Visitor

FAR = 7_100_000
DRAWN = re.compile(r"\b[0-9a-f-]{12,}\b")


def number_from(model, first: int) -> None:
    """The next row of the table gets this id, so that it can be told from other numbers."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, first])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, first])


def number_apart(models: list) -> None:
    for place, model in enumerate(models):
        number_from(model, FAR + 1000 * place)


def require_no_ids(models: list, everything: str) -> None:
    for model in models:
        for key in model.objects.values_list("pk", flat=True):
            assert key >= FAR
            assert str(key) not in everything, model


def without_drawn_names(text: str) -> str:
    """Names drawn as hexadecimal digits are taken out: by chance they spell words like "bad"."""
    return DRAWN.sub("", text)


def told(worker: Visitor) -> str:
    """All that was sent: addresses, headers, pages, and what the tokens hold."""
    sent = []
    for response in worker.responses:
        text = response.content.decode()
        sent += [text, *response.headers.values()]
        sent += [
            signing.b64_decode(token.split(":")[0].encode()).decode()
            for token in re.findall(r'name="token" value="([^"]+)"', text)
        ]
    return "\n".join(sent)
