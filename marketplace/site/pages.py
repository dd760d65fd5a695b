"""Answering with a page: the worker in its masthead, and nothing kept by any cache."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from marketplace.site.session import worker_of


def page(
    request: HttpRequest, template: str, context: dict | None = None, *, status: int = 200
) -> HttpResponse:
    shown = {
        "worker": worker_of(request),
        "open_signup": settings.MARKETPLACE_OPEN_SIGNUP,
        **(context or {}),
    }
    response = render(request, f"marketplace/{template}", shown, status=status)
    response["Cache-Control"] = "no-store, private"
    return response
