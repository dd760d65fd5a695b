"""Whether a browser shows a page inside our frame, told from the page's response headers.

HTML standard, 7.3.1.3 (X-Frame-Options), and CSP Level 3, 6.4.2 (frame-ancestors). Pure functions:
`frame_check` fetches the headers.
"""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}
HOST_SOURCE = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<host>\*|(?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:.]+\])"
    r"(?::(?P<port>\d+|\*))?(?:/.*)?"
)


def refusal(
    *,
    page_url: str,
    framing_origin: str,
    x_frame_options: Sequence[str] = (),
    content_security_policies: Sequence[str] = (),
) -> str | None:
    """The header that keeps `page_url` out of a frame on `framing_origin`, or None.

    Each header is given as the list of its values. As in browsers, frame-ancestors makes
    X-Frame-Options meaningless; every policy must admit us; an unknown X-Frame-Options is ignored.
    """
    ancestors = frame_ancestors(content_security_policies)
    for sources in ancestors:
        if not any(admits(source, framing_origin, page_url=page_url) for source in sources):
            return f"Content-Security-Policy: frame-ancestors {' '.join(sources) or 'with nothing'}"
    if ancestors or not x_frame_options:
        return None
    options = {option.strip().lower() for value in x_frame_options for option in value.split(",")}
    known = options & {"deny", "sameorigin", "allowall"}
    contradictory = len(options) > 1 and known
    foreign = "sameorigin" in options and origin_of(page_url) != origin_of(framing_origin)
    if contradictory or "deny" in options or foreign:
        return f"X-Frame-Options: {', '.join(x_frame_options)}"
    return None


def frame_ancestors(policies: Sequence[str]) -> list[list[str]]:
    """The sources of each policy that has a frame-ancestors directive (the first one counts)."""
    found = []
    for policy in (part for header in policies for part in header.split(",")):
        for directive in policy.split(";"):
            name, *sources = directive.split() or [""]
            if name.lower() == "frame-ancestors":
                found.append(sources)
                break
    return found


def admits(source: str, origin: str, *, page_url: str) -> bool:
    """Whether one source of frame-ancestors matches the framing origin."""
    source = source.lower()
    scheme, host, port = origin_of(origin)
    page_scheme = urlsplit(page_url).scheme
    if source == "'self'":
        return origin_of(page_url) == (scheme, host, port)
    if source == "*":
        return scheme in DEFAULT_PORTS
    if source.endswith(":"):
        return scheme_matches(source[:-1], scheme)
    match = HOST_SOURCE.fullmatch(source)
    if not match:
        return False
    return (
        scheme_matches(match["scheme"] or page_scheme, scheme)
        and host_matches(match["host"], host)
        and port_matches(match["port"], port, scheme=scheme)
    )


def scheme_matches(wanted: str, scheme: str) -> bool:
    return wanted == scheme or (wanted, scheme) == ("http", "https")


def host_matches(wanted: str, host: str) -> bool:
    if wanted == "*":
        return True
    if wanted.startswith("*."):
        return host.endswith(wanted[1:])
    return wanted.strip("[]") == host


def port_matches(wanted: str | None, port: int | None, *, scheme: str) -> bool:
    if wanted is None:
        return port == DEFAULT_PORTS.get(scheme)
    upgraded = wanted == "80" and port == 443 and scheme == "https"
    return wanted == "*" or upgraded or int(wanted) == port


def origin_of(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port; an absent port is the scheme's own."""
    parts = urlsplit(url.lower())
    return parts.scheme, parts.hostname or "", parts.port or DEFAULT_PORTS.get(parts.scheme)
