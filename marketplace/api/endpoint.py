"""One call of the requester API, from bytes to bytes. Whatever happens, the answer is JSON."""

import logging
import socket
import uuid
from datetime import UTC, datetime

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from marketplace import credentials, faults, market
from marketplace.api import sigv4, wire
from marketplace.api.caller import Caller
from marketplace.api.operations import OPERATIONS, OWN, UNSUPPORTED
from marketplace.models import Account, Fault
from marketplace.refusals import RequestError

logger = logging.getLogger(__name__)


@csrf_exempt
def endpoint(request: HttpRequest) -> HttpResponse:
    """Answer a signed POST.

    Security: whoever holds an account's secret access key; the signature covers the body, the
    operation and the date. Nothing else of the request is trusted.
    """
    request_id = str(uuid.uuid4())
    try:
        return serve(request, request_id)
    except RequestError as error:
        return wire.request_error(str(error), error.code, request_id=request_id)
    except wire.WireError as error:
        return wire.protocol_error(error, request_id=request_id)
    except Exception:  # the protocol has a word for our own mistakes, and it is not an HTML page
        logger.exception("request %s failed", request_id)
        return wire.service_fault(status=500, request_id=request_id)


def serve(request: HttpRequest, request_id: str) -> HttpResponse:
    if request.method != "POST":
        raise wire.WireError("UnknownOperationException", "Calls are POST requests.", status=405)
    body = body_of(request)
    account = authenticate(request, body)
    caller = Caller(account, operation_of(request), request_id)
    misfortunes = faults.awaiting(account_id=account.id, operation=caller.operation)
    if misfortune := strike_before(caller, misfortunes):
        return misfortune
    members = perform(caller, body)
    if faults.strike(Fault.Kind.DROP_AFTER_COMMIT, misfortunes):
        drop_connection(request)
    return wire.answer(members, request_id=request_id)


def body_of(request: HttpRequest) -> bytes:
    try:
        return request.body
    except RequestDataTooBig as error:
        raise wire.WireError("RequestEntityTooLargeException", str(error), status=413) from error


def authenticate(request: HttpRequest, body: bytes) -> Account:
    """The account that signed the request. Raises WireError."""
    sent = sigv4.SignedRequest(request.path, lambda name: raw_header(request, name), body)
    try:
        claim = sigv4.read_claim(raw_header(request, "authorization"))
        key = credentials.find_key(claim.key_id)
        if key is None:
            raise wire.WireError("UnrecognizedClientException", "The access key is not known.")
        sigv4.verify(
            claim,
            sent,
            secret=credentials.secret_of(key),
            now=datetime.now(UTC),  # botocore signs with real time, so never the virtual clock
            skew_s=settings.MARKETPLACE_SIGNATURE_SKEW_S,
            strict_region=settings.MARKETPLACE_STRICT_REGION,
        )
    except sigv4.Unauthenticated as error:
        raise wire.WireError(error.code, str(error)) from error
    if key.account.disabled:
        raise wire.WireError("AccessDeniedException", "This account is disabled.", status=403)
    return key.account


def raw_header(request: HttpRequest, name: str) -> str | None:
    key = name.upper().replace("-", "_")
    return request.META.get(key if key.startswith("CONTENT_") else f"HTTP_{key}")


def operation_of(request: HttpRequest) -> str:
    """The operation's name. Raises WireError or RequestError when it is not offered."""
    target = raw_header(request, "x-amz-target") or ""
    if (own := target.removeprefix(wire.OWN_PREFIX)) in OWN and own != target:
        return own
    name = target.removeprefix(wire.TARGET_PREFIX)
    if name in UNSUPPORTED and name != target:
        raise RequestError("NotSupported", f"{name} is not supported by this marketplace.")
    if name not in OPERATIONS or name == target:
        raise wire.WireError("UnknownOperationException", f"Unknown operation {target[:120]!r}.")
    return name


def perform(caller: Caller, body: bytes) -> dict:
    operation = {**OPERATIONS, **OWN}[caller.operation]
    request = operation.request.read(wire.read_body(body))
    market.catch_up()
    return operation.perform(caller, request)


def strike_before(caller: Caller, misfortunes: list[Fault]) -> HttpResponse | None:
    """The error that a test armed for this call, or None."""
    if faults.strike(Fault.Kind.THROTTLE, misfortunes):
        raise wire.WireError("ThrottlingException", "Rate exceeded")
    if fault := faults.strike(Fault.Kind.SERVICE_FAULT, misfortunes):
        return wire.service_fault(status=fault.options["status"], request_id=caller.request_id)
    if fault := faults.strike(Fault.Kind.REQUEST_ERROR, misfortunes):
        raise RequestError(fault.options["code"], "A test armed this error.")
    return None


def drop_connection(request: HttpRequest) -> None:
    """Hang up without an answer, as a broken network would. Needs gunicorn."""
    request.META["gunicorn.socket"].shutdown(socket.SHUT_RDWR)
