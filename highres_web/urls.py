"""Addresses of the web application: worker pages under /work/, staff pages under /console/."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    path("", RedirectView.as_view(url="/console/")),
    path("work/highlights/", include("annotation.urls")),
    path("console/", include("console.urls")),
    path("admin/", admin.site.urls),
]
