"""Asks a server of ours whether it can do its work.

The supervisor waits with it, and a container's health check runs it:
`python -m highres_web.probe web`.
"""

import http.client
import os
import sys
import time
from urllib.parse import urlsplit

from highres_web.processes import PROCESSES, Numbers, read_dotenv

ORIGINS = {"web": "HIGHRES_ORIGIN", "marketplace": "MARKETPLACE_ORIGIN"}


def healthy(address: str, origin: str, timeout_s: float = 5.0) -> bool:
    """Whether the server listening on `address` (host:port) says at /healthz that it is well.

    `origin` is what browsers call it: a server answers no other host name.
    """
    host, port = address.rsplit(":", 1)
    connection = http.client.HTTPConnection(
        "127.0.0.1" if host == "0.0.0.0" else host, int(port), timeout=timeout_s
    )
    headers = {"Host": urlsplit(origin).netloc or address}
    if origin.startswith("https://"):
        headers["X-Forwarded-Proto"] = "https"
    try:
        connection.request("GET", "/healthz", headers=headers)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def wait_until_healthy(address: str, origin: str, timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        if healthy(address, origin):
            return True
        time.sleep(0.1)
    return False


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ORIGINS:
        sys.exit(f"usage: python -m highres_web.probe {{{','.join(ORIGINS)}}}")
    read_dotenv()
    name = sys.argv[1]
    process = PROCESSES[name](Numbers(dict(os.environ)))
    sys.exit(0 if healthy(process.address, os.environ.get(ORIGINS[name], "")) else 1)
