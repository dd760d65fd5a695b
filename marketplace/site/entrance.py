"""Coming and going: joining, signing in with a code or a personal link, signing out."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from marketplace import workers
from marketplace.site import session
from marketplace.site.pages import page
from marketplace.site.problems import by_post

UNKNOWN = "We do not know this code. Check that you copied all of it."


def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a pasted code, or with a pasted personal link.

    Security: anybody. A wrong code learns nothing but that it is wrong.
    """
    context = {"next": session.way_back(request)}
    if request.method != "POST":
        return page(request, "sign_in.html", context)
    code = request.POST.get("code", "").strip()
    secret = code.rstrip("/").rpartition("/")[2]
    if not (worker := workers.by_sign_in(secret)):
        error = UNKNOWN if code else "Paste your sign-in code here."
        return page(request, "sign_in.html", {**context, "error": error, "code": code}, status=403)
    session.sign_in(request, worker)
    return redirect(context["next"])


def sign_in_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A personal link: opening it shows a button, pressing the button signs in.

    Security: who has the link. Opening it neither writes nor tells whether the link is good, so
    a mail program that opens links signs nobody in.
    """
    if request.method != "POST":
        return page(request, "sign_in_confirm.html")
    if not (worker := workers.by_sign_in(secret)):
        return page(request, "sign_in.html", {"error": UNKNOWN, "next": ""}, status=403)
    session.sign_in(request, worker)
    return redirect("home")


@by_post
def sign_out(request: HttpRequest) -> HttpResponse:
    """Security: anybody; ends this browser's session only."""
    session.sign_out(request)
    return redirect("home")


def join(request: HttpRequest) -> HttpResponse:
    """Become a worker; the answer shows the personal link, this once.

    Security: anybody where MARKETPLACE_OPEN_SIGNUP is on, nobody elsewhere.
    """
    if not settings.MARKETPLACE_OPEN_SIGNUP:
        raise Http404("open sign-up is off")
    if request.method != "POST":
        return page(request, "join.html")
    worker, secret = workers.create()
    session.sign_in(request, worker)
    link = f"{settings.MARKETPLACE_ORIGIN}/sign-in/{secret}"
    return page(request, "joined.html", {"new_worker": worker, "sign_in_link": link})
