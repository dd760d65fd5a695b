"""A requester's callback: takes notifications, and says what it is told to say."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append((self.path, json.loads(body)))
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


class Receiver:
    """Attributes:
    bodies: path and JSON of every message, in the order of arrival.
    """

    def __enter__(self) -> Self:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.bodies = self.bodies = []
        self.server.status = 200
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exception) -> None:
        self.server.shutdown()
        self.server.server_close()

    def answer(self, status: int) -> None:
        self.server.status = status

    def url(self, path: str = "/events") -> str:
        return f"http://localhost:{self.server.server_port}{path}"

    def events(self) -> list[dict]:
        return [event for _, body in self.bodies for event in body["Events"]]

    def kinds(self) -> list[str]:
        return [event["EventType"] for event in self.events()]
