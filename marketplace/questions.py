"""What a HIT asks: an ExternalQuestion, a page shown in a frame. Pure."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from marketplace.refusals import RequestError, invalid_parameter

NAMESPACE = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/"
    "ExternalQuestion.xsd"
)
UNSUPPORTED = ("QuestionForm", "HTMLQuestion")
DEFAULT_PORTS = {"http": 80, "https": 443}
# The origin goes into a Content-Security-Policy header: nothing but a host may come through.
NETLOC = re.compile(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?"
)
HEIGHT = re.compile(r"\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class ExternalQuestion:
    url: str
    frame_height: int

    @property
    def uses_http(self) -> bool:
        return urlsplit(self.url).scheme == "http"


def parse_question(text: str, *, allow_http: bool, own_origin: str) -> ExternalQuestion:
    """Read the XML of a question.

    Raises:
        RequestError: XMLParseError when the XML is not an ExternalQuestion, InvalidParameterValue
            when its values are not allowed.
    """
    root = parse_xml(text)
    children = {child.tag: (child.text or "").strip() for child in root}
    url, height = tag("ExternalURL"), tag("FrameHeight")
    if len(root) != 2 or set(children) != {url, height} or any(len(child) for child in root):
        raise broken("ExternalQuestion must hold one ExternalURL and one FrameHeight, only")
    if not HEIGHT.fullmatch(children[height]) or int(children[height]) > 2**31 - 1:
        raise invalid_parameter(f"FrameHeight must be a whole number, got {children[height]!r}")
    check_url(children[url], allow_http=allow_http, own_origin=own_origin)
    return ExternalQuestion(url=children[url], frame_height=int(children[height]))


def parse_xml(text: str) -> Element:
    root = read_xml(text, what="question")
    name = root.tag.rpartition("}")[2]
    if name in UNSUPPORTED:
        raise invalid_parameter(f"{name} is not supported here; use ExternalQuestion.")
    if root.tag != tag("ExternalQuestion"):
        raise broken(f"expected ExternalQuestion in the namespace {NAMESPACE}, got {root.tag}")
    return root


def read_xml(text: str, *, what: str, code: str = "XMLParseError") -> Element:
    """XML of a stranger: no document type, no entities. Raises RequestError."""
    try:
        return fromstring(text, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise broken(str(error), what=what, code=code) from error


def check_url(url: str, *, allow_http: bool, own_origin: str) -> None:
    parts = split_url(url)
    if parts.scheme == "http" and not allow_http:
        raise invalid_parameter(f"ExternalURL must use https, got {url!r}")
    if origin(parts) == origin(urlsplit(own_origin)):
        # Scripts plus same origin would let the page out of its sandbox (HTML standard).
        raise invalid_parameter(f"ExternalURL must not be on the marketplace's origin, got {url!r}")


def split_url(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in DEFAULT_PORTS and parts.port != 0
    except ValueError:  # a port that is no number, a broken IPv6 address
        usable = False
    if not usable or not NETLOC.fullmatch(parts.netloc) or re.search(r"[\s\x00-\x1f\\]", url):
        raise invalid_parameter(f"ExternalURL must be an absolute http(s) URL, got {url!r}")
    return parts


def origin(parts: SplitResult) -> tuple[str, str, int]:
    return parts.scheme, parts.hostname or "", parts.port or DEFAULT_PORTS[parts.scheme]


def tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"


def broken(why: str, *, what: str = "question", code: str = "XMLParseError") -> RequestError:
    return RequestError(code, f"There was an error parsing the XML {what}: {why}")
