"""A requester's task page on a site of its own, for the marketplace to frame.

with TaskSite() as site:
    site.url("/task")        # posts one answer to externalSubmit
    site.url("/deny")        # the same page, with X-Frame-Options: DENY
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
HEADERS = {
    "/task": {},
    "/deny": {"X-Frame-Options": "DENY"},
    "/ancestors": {"Content-Security-Policy": "frame-ancestors 'none'"},
    "/cookies": {"Set-Cookie": "task_session=1; Path=/"},
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        parts = urlsplit(self.path)
        asked = dict(parse_qsl(parts.query))
        if parts.path not in HEADERS:
            return self.send_error(404)
        assignment_id = asked.get("assignmentId", "")
        preview = assignment_id in ("", "ASSIGNMENT_ID_NOT_AVAILABLE")
        page = PAGE.format(
            submit_to=html.escape(asked.get("turkSubmitTo", "").rstrip("/")),
            assignment_id=html.escape(assignment_id),
            disabled="disabled" if preview else "",
            cookies=html.escape(self.headers.get("Cookie", "none")),
        )
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        for name, value in HEADERS[parts.path].items():
            self.send_header(name, value)
        self.end_headers()
        return self.wfile.write(page.encode())

    def log_message(self, *args):
        pass


class TaskSite:
    """Runs on `localhost`: another site than the marketplace's 127.0.0.1 for cookies and CORS."""

    def __enter__(self) -> Self:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *exception) -> None:
        self.server.shutdown()
        self.server.server_close()

    def url(self, path: str) -> str:
        return f"http://localhost:{self.server.server_port}{path}"
