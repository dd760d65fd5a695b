"""Databases on a PostgreSQL server that live as long as a test."""

import secrets
from urllib.parse import urlsplit, urlunsplit

import psycopg2


class Database:
    def __init__(self, server: str, name: str):
        self.server = server
        self.name = name
        self.url = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))

    def drop(self) -> None:
        execute(self.server, f'DROP DATABASE "{self.name}" WITH (FORCE)')


def fresh_database(server: str) -> Database:
    name = f"marketplace_test_{secrets.token_hex(6)}"
    execute(server, f'CREATE DATABASE "{name}"')
    return Database(server, name)


def execute(server: str, statement: str) -> None:
    connection = psycopg2.connect(server)
    connection.autocommit = True  # CREATE DATABASE runs in no transaction
    with connection.cursor() as cursor:
        cursor.execute(statement)
    connection.close()
