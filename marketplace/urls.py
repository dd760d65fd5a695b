"""Addresses of the marketplace: the requester API by POST, the worker site for browsers."""

urlpatterns = []
