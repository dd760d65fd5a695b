"""Addresses of the requester's pages, below /requester/."""

from django.urls import path

from marketplace.site.requesters import books, entrance, invitations, keys, studies

urlpatterns = [
    path("", books.overview, name="requester"),
    path("sign-in/", entrance.sign_in, name="requester-sign-in"),
    path("sign-out/", entrance.sign_out, name="requester-sign-out"),
    path("ledger", books.lines, name="requester-ledger"),
    path("hits", books.hits, name="requester-hits"),
    path("hits/<id:hit_id>", books.hit, name="requester-hit"),
    path("events", books.events, name="requester-events"),
    path("invitations", invitations.listing, name="requester-invitations"),
    path("invitations/new", invitations.new, name="requester-invitation-new"),
    path(
        "invitations/<id:invitation_id>/close",
        invitations.withdraw,
        name="requester-invitation-close",
    ),
    path("studies", studies.listing, name="requester-studies"),
    path("studies/new", studies.new, name="requester-study-new"),
    path("studies/<id:study_id>", studies.study, name="requester-study"),
    path("studies/<id:study_id>/close", studies.pause, name="requester-study-close"),
    path("studies/<id:study_id>/open", studies.resume, name="requester-study-open"),
    path("keys", keys.keys, name="requester-keys"),
    path("keys/<id:key_id>/retire", keys.retire, name="requester-key-retire"),
]
