"""Addresses of the web application: worker pages under /judge/, staff pages under /console/."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from highres_web.health import healthz

handler404 = "console.views.problems.not_found"
handler500 = "console.views.problems.broken"

urlpatterns = [
    path("", RedirectView.as_view(url="/console/")),
    path("judge/highlights/", include("annotation.urls")),
    path("judge/", include("evaluation.urls")),
    path("console/", include("console.urls")),
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
]
