"""Coming by an invitation: what one agrees to, and the account that agreeing makes."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from marketplace import invitations
from marketplace.refusals import Refused
from marketplace.site import session
from marketplace.site.pages import page
from marketplace.site.problems import explained


@explained
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """The text to agree to; agreeing makes the account and shows its sign-in link, this once.

    Security: who has the link. Opening it writes nothing. The ticket in the form is signed; it
    holds the sign-in secret of an account that does not exist before the form is sent.
    """
    if request.method == "POST":
        return agree(request, secret)
    return consent_page(request, secret)


def consent_page(request: HttpRequest, secret: str, *, again: str = "") -> HttpResponse:
    context = {
        "invitation": invitations.find(secret),
        "ticket": invitations.new_ticket(secret),
        "again": again,
    }
    return page(request, "invitation.html", context, status=409 if again else 200)


def agree(request: HttpRequest, secret: str) -> HttpResponse:
    try:
        worker, sign_in = invitations.admit(secret, request.POST.get("ticket", ""))
    except Refused as refused:
        if str(refused) == invitations.STALE:
            return consent_page(request, secret, again=str(refused))
        raise
    session.sign_in(request, worker)
    link = f"{settings.MARKETPLACE_ORIGIN}/sign-in/{sign_in}"
    return page(request, "joined.html", {"new_worker": worker, "sign_in_link": link})
