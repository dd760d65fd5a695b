"""Lets calls of the requester API pass by what only browsers need: sessions, messages, styles."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from marketplace.api.endpoint import endpoint

PREFIX = settings.MARKETPLACE_API_PREFIX
ADDRESS = re.compile(rf"/(?:{re.escape(PREFIX)}/?)?" if PREFIX else "/")


def straight_to_the_api(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """The first middleware. A call names its operation in a header, which no form can send.

    Security: nothing is decided here; the endpoint proves who calls. Whatever has no such header
    goes the long way and meets the same endpoint.
    """

    def passing(request: HttpRequest) -> HttpResponse:
        is_call = request.method == "POST" and "HTTP_X_AMZ_TARGET" in request.META
        if is_call and ADDRESS.fullmatch(request.path):
            return endpoint(request)
        return get_response(request)

    return passing
