"""Invitations: the list, a new one, whose link is shown once, and closing one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from marketplace import attendance, identifiers
from marketplace import invitations as desk
from marketplace.site.problems import by_post
from marketplace.site.requesters import once
from marketplace.site.requesters.books import show
from marketplace.site.requesters.invitation_form import InvitationForm
from marketplace.site.requesters.session import for_requesters, key_of

KIND = "invitation"


@for_requesters
def listing(request: HttpRequest) -> HttpResponse:
    """The account's invitations and who came. Security: the requester's own rows only."""
    account = key_of(request).account
    found = attendance.invited(account, before=request.GET.get("before", ""))
    return show(request, "invitations.html", "invitations", found=found)


@for_requesters
def new(request: HttpRequest) -> HttpResponse:
    """The form; a POST makes the invitation and shows its link, this once.

    Security: the requester's own account, CSRF. The ticket in the form holds the secret of a link
    that does not exist before the form is sent; sending it again shows the same invitation.
    """
    if request.method != "POST":
        return show(request, "invitation_form.html", "invitations", form=empty(request))
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return ask_again(request, form)
    account = key_of(request).account
    try:
        secret = once.name_in(account, KIND, form.cleaned_data["ticket"])
    except once.Stale:
        return ask_again(request, renewed(request))
    invitation, _ = desk.issue(account, **form.terms(), secret=secret)
    made = {"invitation": invitation, "link": desk.address(secret)}
    return show(request, "invitation_made.html", "invitations", **made)


@by_post
@for_requesters
def withdraw(request: HttpRequest, invitation_id: str) -> HttpResponse:
    """Let nobody more in. Twice is as good as once. Security: own invitations, CSRF."""
    if desk.withdraw(key_of(request).account, invitation_id):
        messages.success(request, "The invitation is closed. Accounts made by it stay.")
    return redirect("requester-invitations")


def empty(request: HttpRequest) -> InvitationForm:
    return InvitationForm(initial={"ticket": new_ticket(request)})


def new_ticket(request: HttpRequest) -> str:
    return once.ticket(key_of(request).account, KIND, identifiers.new_secret())


def ask_again(request: HttpRequest, form: InvitationForm) -> HttpResponse:
    return show(request, "invitation_form.html", "invitations", form=form, http_status=400)


def renewed(request: HttpRequest) -> InvitationForm:
    """The same form with what was typed and a new ticket."""
    typed = request.POST.copy()
    typed["ticket"] = new_ticket(request)
    again = InvitationForm(typed)
    again.add_error(None, desk.STALE)
    return again
