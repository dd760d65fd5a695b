"""A worker site as small as can be: frames a task from another origin and takes the hand-back.

with WorkerSite() as site:
    site.framing(task_url)      # the address of a page that shows the task in a sandboxed frame
    site.received               # what was posted to /mturk/externalSubmit, oldest first
"""

import html
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, parse_qsl, quote, urlsplit

SANDBOX = "allow-scripts allow-forms allow-same-origin allow-popups allow-modals"
PAGE = """<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Worker site</title>
<style>
  body {{ margin: 0; }}
  iframe {{ display: block; width: 100%; height: 100vh; border: 0; }}
</style>
<iframe title="Task" sandbox="{sandbox}" src="{task}"></iframe>
"""
TAKEN = '<!doctype html><html lang="en"><title>Thank you</title><h1>Handed in</h1>'


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        task = parse_qs(urlsplit(self.path).query).get("task", [""])[0]
        self.answer(PAGE.format(sandbox=SANDBOX, task=html.escape(task)))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.received.append(dict(parse_qsl(body, keep_blank_values=True)))
        self.answer(TAKEN)

    def answer(self, page: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *args):
        pass


class WorkerSite:
    """Runs on 127.0.0.1, which is another site than the application's localhost."""

    def __enter__(self) -> Self:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.received = self.received = []
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *exception) -> None:
        self.server.shutdown()
        self.server.server_close()

    def framing(self, task_url: str) -> str:
        return f"{self.origin}/?task={quote(task_url, safe='')}"
