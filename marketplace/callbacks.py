"""Where notifications go: an address that is checked when it is named, and again when it is used.

A requester names an address and this server calls it, so it must not reach what only this server
can reach. The name is resolved once, every address behind it must be public, and the connection
goes to the very address that was checked; redirects are not followed and no answer is read. With
`allow_local` (a lab on one machine) http and private addresses are taken too.
"""

import http.client
import socket
import ssl
import threading
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from marketplace.questions import NETLOC, origin
from marketplace.refusals import RequestError

TIMEOUT_S = 5
# From connecting to the status: who answers byte by byte must not hold up the others.
WHOLE_S = 10
MOST_CHARACTERS = 2000
# Queues and topics of Amazon's take signed calls of Amazon's own customers only.
NOT_OURS = ("amazonaws.com",)


class Undelivered(Exception):
    """A message that did not arrive; the text says why."""


def check(url: str, *, allow_local: bool, own_origin: str) -> None:
    """Raises RequestError InvalidTransportEndpoint for an address that can never be used."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.port != 0 and not parts.fragment
    except ValueError:  # a port that is no number, a broken IPv6 address
        usable = False
    printable = url.isascii() and url.isprintable() and " " not in url
    if not usable or not printable or not NETLOC.fullmatch(parts.netloc):
        raise refused(
            "Destination must be the http(s) address of a callback: this marketplace posts "
            f"notifications there in place of Amazon's SQS and SNS. Got {url[:120]!r}"
        )
    host = parts.hostname or ""
    if any(host == name or host.endswith(f".{name}") for name in NOT_OURS):
        raise refused(f"This marketplace cannot write to Amazon's {host}; name a callback of yours")
    if origin(parts) == origin(urlsplit(own_origin)):
        raise refused(f"Destination must not be the marketplace itself, got {url[:120]!r}")
    if not allow_local:
        if parts.scheme != "https":
            raise refused(f"Destination must use https, got {url[:120]!r}")
        if is_address(host) and not ip_address(host).is_global:
            raise refused(f"Destination must be a public address, got {host!r}")


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def refused(text: str) -> RequestError:
    return RequestError("InvalidTransportEndpoint", text)


def post(url: str, body: bytes, *, allow_local: bool, whole_s: float = WHOLE_S) -> None:
    """Send a body of JSON. Raises Undelivered unless the answer is a 2xx, and comes in time."""
    parts = urlsplit(url)
    connection = connection_to(parts, allow_local=allow_local)
    headers = {"Content-Type": "application/json", "User-Agent": "marketplace notifications"}
    target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    try:
        connection.connect()
        patience = threading.Timer(whole_s, hang_up, [connection.sock])
        patience.start()
        try:
            connection.request("POST", target, body, headers)
            status = connection.getresponse().status
        finally:
            patience.cancel()
    except (OSError, http.client.HTTPException) as error:
        raise Undelivered(f"{type(error).__name__}: {error}") from error
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise Undelivered(f"the callback answered {status}")


def hang_up(connected: socket.socket) -> None:
    with suppress(OSError):  # closed meanwhile
        connected.shutdown(socket.SHUT_RDWR)


def connection_to(parts: SplitResult, *, allow_local: bool) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = public_address(host, port, allow_local=allow_local)
    kind, options = http.client.HTTPConnection, {}
    if parts.scheme == "https":
        kind, options = http.client.HTTPSConnection, {"context": ssl.create_default_context()}
    connection = kind(host, port, timeout=TIMEOUT_S, **options)
    # http.client opens its socket through this: the host's name stays for TLS and the Host header.
    connection._create_connection = lambda _, *rest: socket.create_connection(
        (address, port), *rest
    )
    return connection


def public_address(host: str, port: int, *, allow_local: bool) -> str:
    """The address to connect to. Raises Undelivered if any behind the name is private."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Undelivered(f"{host!r} has no address: {error}") from error
    addresses = [row[4][0].partition("%")[0] for row in found]
    private = [address for address in addresses if not ip_address(address).is_global]
    if private and not allow_local:
        raise Undelivered(f"{host!r} leads to {private[0]}, which is not a public address")
    return addresses[0]
