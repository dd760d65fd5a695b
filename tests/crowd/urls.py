"""The addresses of the web application, and the worker page of the kind that only tests know."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from highres_web.urls import urlpatterns as web


def sample(request: HttpRequest, public_id: str) -> HttpResponse:
    return HttpResponse(f"a sample of {public_id}")


urlpatterns = [path("judge/sample/<uuid:public_id>/", sample, name="sample-hit"), *web]
