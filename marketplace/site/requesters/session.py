"""Which requester is looking: signed in by an access key and its secret, for one working day.

The session holds the key's id: retiring the key, or disabling the account, ends it.
"""

import time
from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from marketplace import credentials
from marketplace.models import AccessKey

KEY, SINCE = "requester_key", "requester_since"
LASTS_S = 12 * 60 * 60


def key_of(request: HttpRequest) -> AccessKey | None:
    """The key by which the requester signed in, if it is still good; with its account."""
    if not hasattr(request, "requester_key"):
        request.requester_key = None
        since = request.session.get(SINCE)
        if isinstance(since, int) and 0 <= time.time() - since < LASTS_S:
            request.requester_key = usable(request.session.get(KEY, ""))
    return request.requester_key


def usable(key_id: str) -> AccessKey | None:
    key = credentials.find_key(key_id)
    return None if key is None or key.account.disabled else key


def prove(key_id: str, secret: str) -> AccessKey | None:
    """The key whose secret this is."""
    key = usable(key_id)
    if key is None or not constant_time_compare(credentials.secret_of(key), secret):
        return None
    return key


def sign_in(request: HttpRequest, key: AccessKey) -> None:
    """Make this browser the requester's, leaving nothing of whoever used it before."""
    sign_out(request)
    request.session[KEY], request.session[SINCE] = key.key_id, int(time.time())
    request.requester_key = key


def sign_out(request: HttpRequest) -> None:
    request.session.flush()
    rotate_token(request)
    request.requester_key = request.worker = None


def for_requesters(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let requesters in; send others to sign in and then back to the page they asked for."""

    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if key_of(request):
            return view(request, *args, **kwargs)
        wanted = request.get_full_path() if request.method == "GET" else ""
        return redirect(f"{reverse('requester-sign-in')}?{urlencode({'next': wanted})}")

    return guarded
