"""Requesters coming and going."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from marketplace.site.pages import page
from marketplace.site.problems import by_post
from marketplace.site.requesters import session
from marketplace.site.session import way_back

UNKNOWN = "This key and secret do not belong together, or are no longer in use."


def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with an access key.

    Security: anybody. A wrong pair learns nothing but that it is wrong; the secret is not echoed.
    """
    asked = request.POST.get("next") or request.GET.get("next")
    context = {"next": way_back(request) if asked else reverse("requester")}
    if request.method != "POST":
        return page(request, "requesters/sign_in.html", context)
    key_id = request.POST.get("key_id", "").strip()
    key = session.prove(key_id, request.POST.get("secret", "").strip())
    if key is None:
        context |= {"error": UNKNOWN, "key_id": key_id}
        return page(request, "requesters/sign_in.html", context, status=403)
    session.sign_in(request, key)
    return redirect(context["next"])


@by_post
def sign_out(request: HttpRequest) -> HttpResponse:
    """Security: anybody; ends this browser's session only."""
    session.sign_out(request)
    return redirect("requester-sign-in")
