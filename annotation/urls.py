"""Addresses of the highlight HIT."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
