"""Addresses of the marketplace: the requester API by POST, the worker site for browsers."""

from django.urls import include, path

from marketplace.site import showcase

urlpatterns = [
    path("", showcase.home, name="home"),
    path("", include("marketplace.site.urls")),
]

handler400 = "marketplace.site.problems.bad_request"
handler404 = "marketplace.site.problems.not_found"
handler500 = "marketplace.site.problems.broken"
