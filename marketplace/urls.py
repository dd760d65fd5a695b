"""Addresses of the marketplace: the requester API by POST, the worker site for browsers."""

import re

from django.conf import settings
from django.urls import include, path, re_path

from marketplace.api.endpoint import endpoint
from marketplace.front_door import front_door
from marketplace.health import healthz

urlpatterns = [
    path("", front_door, name="home"),
    path("healthz", healthz, name="healthz"),
    path("", include("marketplace.site.urls")),
]
if settings.MARKETPLACE_API_PREFIX:
    # With and without a slash: a redirect would lose the body of the call.
    urlpatterns += [re_path(rf"^{re.escape(settings.MARKETPLACE_API_PREFIX)}/?$", endpoint)]
if settings.MARKETPLACE_CONTROL_SECRET:
    urlpatterns += [path("control/", include("marketplace.control.urls"))]

handler400 = "marketplace.site.problems.bad_request"
handler404 = "marketplace.site.problems.not_found"
handler500 = "marketplace.site.problems.broken"
