"""Access keys: a new one is shown once, two are active while they are rotated."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from marketplace import credentials, overseeing
from marketplace.api.sigv4 import REGION
from marketplace.credentials import CredentialsError
from marketplace.site.problems import by_post
from marketplace.site.requesters.books import show
from marketplace.site.requesters.session import for_requesters, key_of

MADE_ALREADY = "Nothing was done: a key was made since this page was shown. It stands in the list."
IN_USE = "You are signed in with this key. Sign in with the other one to retire it."


@for_requesters
def keys(request: HttpRequest) -> HttpResponse:
    """The list; a POST makes a key and shows its secret, this once.

    Security: the requester's own keys, CSRF. The form says how many keys there were: pressing
    twice, or reloading the answer, makes one.
    """
    if request.method == "POST":
        return make(request)
    return listing(request)


def listing(request: HttpRequest, **made) -> HttpResponse:
    found = overseeing.keys(key_of(request).account)
    active = sum(key.active for key in found)
    return show(
        request,
        "keys.html",
        "keys",
        keys=found,
        here=key_of(request).key_id,
        newest=max(found, key=lambda key: key.id).key_id,
        full=active >= credentials.MAX_ACTIVE_KEYS,
        most=credentials.MAX_ACTIVE_KEYS,
        **made,
    )


def make(request: HttpRequest) -> HttpResponse:
    account = key_of(request).account
    try:
        key, secret = credentials.issue_key(account, after=request.POST.get("after", ""))
    except credentials.MadeMeanwhile:
        messages.warning(request, MADE_ALREADY)
        return redirect("requester-keys")
    except CredentialsError as error:
        messages.warning(request, f"Nothing was done: {error}.")
        return redirect("requester-keys")
    connection = {"endpoint_url": settings.MARKETPLACE_ORIGIN, "region": REGION}
    return listing(request, made=key, secret=secret, connection=connection)


@by_post
@for_requesters
def retire(request: HttpRequest, key_id: str) -> HttpResponse:
    """Take a key out of use, at once. Twice is as good as once. Security: own keys, CSRF."""
    if key_id == key_of(request).key_id:
        messages.warning(request, IN_USE)
    elif credentials.retire(key_of(request).account, key_id):
        messages.success(request, f"The key {key_id} is retired; calls signed with it are refused.")
    return redirect("requester-keys")
