"""AWS Signature Version 4, verified. Pure."""

import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

ALGORITHM = "AWS4-HMAC-SHA256"
SERVICE = "mturk-requester"
REGION = "us-east-1"
MUST_BE_SIGNED = ("content-type", "host", "x-amz-date", "x-amz-target")
PART = re.compile(r"\s*(Credential|SignedHeaders|Signature)=([^,\s]+)\s*")
SIGNATURE = re.compile(r"[0-9a-f]{64}")
HEADER_NAMES = re.compile(r"[a-z0-9-]+(;[a-z0-9-]+)*")


class Unauthenticated(Exception):
    """A request whose sender is not proven.

    Attributes:
        code: the error's name on the wire.
    """

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Claim:
    """An Authorization header, taken apart."""

    key_id: str
    date: str
    region: str
    service: str
    terminator: str
    signed_headers: str
    signature: str

    @property
    def scope(self) -> str:
        return f"{self.date}/{self.region}/{self.service}/{self.terminator}"


@dataclass(frozen=True)
class SignedRequest:
    """What was sent: the header function gives the raw value, or None."""

    path: str
    header: Callable[[str], str | None]
    body: bytes


def read_claim(authorization: str | None) -> Claim:
    """Take the header apart. Raises Unauthenticated."""
    if not authorization:
        raise Unauthenticated("MissingAuthenticationTokenException", "Request is missing a token.")
    algorithm, _, rest = authorization.partition(" ")
    matches = [PART.fullmatch(part) for part in rest.split(",")]
    parts = {match[1]: match[2] for match in matches if match}
    scope = parts.get("Credential", "").split("/")
    if algorithm != ALGORITHM or len(parts) != 3 or len(matches) != 3 or len(scope) != 5:
        raise Unauthenticated(
            "IncompleteSignatureException",
            f"Authorization must be {ALGORITHM} with Credential, SignedHeaders and Signature.",
        )
    if not HEADER_NAMES.fullmatch(parts["SignedHeaders"]):
        raise Unauthenticated("IncompleteSignatureException", "SignedHeaders is malformed.")
    if not SIGNATURE.fullmatch(parts["Signature"]):
        raise Unauthenticated("IncompleteSignatureException", "Signature is malformed.")
    return Claim(*scope, parts["SignedHeaders"], parts["Signature"])


def verify(
    claim: Claim,
    request: SignedRequest,
    *,
    secret: str,
    now: datetime,
    skew_s: int,
    strict_region: bool,
) -> None:
    """Prove that the holder of the secret sent this request, about `now` by the real clock.

    Raises Unauthenticated with InvalidSignatureException.
    """
    check_scope(claim, strict_region=strict_region)
    names = claim.signed_headers.split(";")
    if unsigned := [name for name in MUST_BE_SIGNED if name not in names]:
        raise invalid(f"These headers must be signed: {', '.join(unsigned)}.")
    check_date(claim, request.header("x-amz-date") or "", now=now, skew_s=skew_s)
    if not hmac.compare_digest(signature(claim, request, secret), claim.signature):
        raise invalid(
            "The request signature we calculated does not match the signature you provided."
        )


def check_scope(claim: Claim, *, strict_region: bool) -> None:
    if claim.service != SERVICE or claim.terminator != "aws4_request":
        raise invalid(f"Credential should be scoped to service {SERVICE!r}.")
    if strict_region and claim.region != REGION:
        raise invalid(f"Credential should be scoped to region {REGION!r}.")


def check_date(claim: Claim, sent: str, *, now: datetime, skew_s: int) -> None:
    try:
        moment = datetime.strptime(sent, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        raise invalid("X-Amz-Date is missing or malformed.") from None
    if claim.date != sent[:8]:
        raise invalid("The date of the credential scope is not that of X-Amz-Date.")
    if abs((now - moment).total_seconds()) > skew_s:
        raise invalid(f"Signature expired or not yet current: {sent} is not within {skew_s} s.")


def signature(claim: Claim, request: SignedRequest, secret: str) -> str:
    names = claim.signed_headers.split(";")
    headers = "".join(f"{name}:{trimmed(request.header(name))}\n" for name in names)
    body_hash = hashlib.sha256(request.body).hexdigest()
    canonical = "\n".join(["POST", request.path, "", headers, claim.signed_headers, body_hash])
    to_sign = "\n".join(
        [ALGORITHM, request.header("x-amz-date") or "", claim.scope, digest(canonical)]
    )
    key = ("AWS4" + secret).encode()
    for part in (claim.date, claim.region, claim.service, claim.terminator):
        key = hmac.digest(key, as_bytes(part), "sha256")
    return hmac.new(key, as_bytes(to_sign), "sha256").hexdigest()


def trimmed(value: str | None) -> str:
    return " ".join((value or "").split())


def digest(text: str) -> str:
    return hashlib.sha256(as_bytes(text)).hexdigest()


def as_bytes(text: str) -> bytes:
    """Header values arrive as Latin-1; whatever else stands there, the signature will not match."""
    return text.encode("latin-1", "replace")


def invalid(message: str) -> Unauthenticated:
    return Unauthenticated("InvalidSignatureException", message)
