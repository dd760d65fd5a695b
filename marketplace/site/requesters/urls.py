"""Addresses of the requester's pages, below /requester/."""

from django.urls import path

from marketplace.site.requesters import books, entrance, keys

urlpatterns = [
    path("", books.overview, name="requester"),
    path("sign-in/", entrance.sign_in, name="requester-sign-in"),
    path("sign-out/", entrance.sign_out, name="requester-sign-out"),
    path("ledger", books.lines, name="requester-ledger"),
    path("hits", books.hits, name="requester-hits"),
    path("hits/<id:hit_id>", books.hit, name="requester-hit"),
    path("events", books.events, name="requester-events"),
    path("keys", keys.keys, name="requester-keys"),
    path("keys/<id:key_id>/retire", keys.retire, name="requester-key-retire"),
]
