"""Who may pass: loopback callers that know the secret. Bodies and answers are JSON."""

import json
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from marketplace.api.shapes import Structure
from marketplace.api.wire import WireError, read_body
from marketplace.credentials import CredentialsError
from marketplace.models import Account
from marketplace.refusals import RequestError


class ControlError(Exception):
    """A control request that cannot be met; the text says why."""


def controlled(**methods: Callable) -> Callable:
    """A view that calls the function of the request's method with the request.

    Security: the X-Marketplace-Control header holds the secret, the caller is on this machine.
    """

    @csrf_exempt
    @wraps(next(iter(methods.values())))
    def view(request: HttpRequest) -> JsonResponse:
        if not (is_local(request) and knows_secret(request)):
            return JsonResponse({"error": "X-Marketplace-Control is missing or wrong"}, status=403)
        if request.method not in methods:
            return JsonResponse({"error": f"use {' or '.join(methods)}"}, status=405)
        try:
            return JsonResponse(methods[request.method](request))
        except (ControlError, CredentialsError, RequestError, WireError) as error:
            return JsonResponse({"error": str(error)}, status=400)

    return view


def is_local(request: HttpRequest) -> bool:
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def knows_secret(request: HttpRequest) -> bool:
    given = request.headers.get("X-Marketplace-Control", "")
    return constant_time_compare(given, settings.MARKETPLACE_CONTROL_SECRET)


def read(request: HttpRequest, shape: Structure) -> dict:
    return shape.read(read_body(request.body))


def account_named(name: str | None) -> Account:
    if account := Account.objects.filter(name=name or "").first():
        return account
    raise ControlError(f"there is no account named {json.dumps(name)}")
