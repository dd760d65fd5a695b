"""A requester's task page on a site of its own, for the marketplace to frame.

with TaskSite() as site:
    site.url("/task")        # posts one answer to externalSubmit
    site.url("/deny")        # the same page, with X-Frame-Options: DENY
        site.url("/silent")  # no answer until the site closes
"""

import html
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qsl, urlsplit

PAGE = """<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>A task</title>
<h1>Flood barriers hold</h1>
<p>Residents returned home on Tuesday after barriers kept the river out of the old town.</p>
<form method="post" action="{submit_to}/mturk/externalSubmit">
  <input type="hidden" name="assignmentId" value="{assignment_id}">
  <label>Most important word <input name="word" {disabled}></label>
  <button {disabled}>Submit</button>
</form>
<p>Cookies: {cookies}</p>
"""
# Path: status, headers.
PAGES = {
    "/task": (200, {}),
    "/deny": (200, {"X-Frame-Options": "DENY"}),
    "/ancestors": (200, {"Content-Security-Policy": "frame-ancestors 'none'"}),
    "/cookies": (200, {"Set-Cookie": "task_session=1; Path=/"}),
    "/moved": (302, {"Location": "/deny"}),
    "/round": (302, {"Location": "/round"}),
    "/elsewhere": (302, {"Location": "http://elsewhere.example/"}),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        parts = urlsplit(self.path)
        asked = dict(parse_qsl(parts.query))
        self.server.asked.append(self.path)
        if parts.path == "/silent":
            self.server.closing.wait(10)
        status, headers = PAGES.get(parts.path, (404, {}))
        assignment_id = asked.get("assignmentId", "")
        preview = assignment_id in ("", "ASSIGNMENT_ID_NOT_AVAILABLE")
        page = PAGE.format(
            submit_to=html.escape(asked.get("turkSubmitTo", "").rstrip("/")),
            assignment_id=html.escape(assignment_id),
            disabled="disabled" if preview else "",
            cookies=html.escape(self.headers.get("Cookie", "none")),
        )
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *args):
        pass


class TaskSite:
    """Runs on `localhost`: another site than the marketplace's 127.0.0.1.

    Attributes:
        asked: the paths asked for, with their queries, in order.
    """

    def __enter__(self) -> Self:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.closing = threading.Event()
        self.server.asked = self.asked = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exception) -> None:
        self.server.closing.set()
        self.server.shutdown()
        self.server.server_close()

    def url(self, path: str) -> str:
        return f"http://localhost:{self.server.server_port}{path}"
