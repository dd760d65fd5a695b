"""The question a load balancer asks."""

import pytest
from django.db import connection
from django.test import Client


@pytest.mark.django_db
def test_a_server_whose_database_answers_is_well(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_a_server_without_its_database_is_not(client: Client) -> None:
    client.raise_request_exception = False

    def broken(*args: object) -> None:
        raise ConnectionError("the database is gone")

    with connection.execute_wrapper(broken):
        assert client.get("/healthz").status_code == 500


@pytest.mark.django_db
def test_health_is_asked_never_told(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
