"""Addresses of the highlight HIT; all of them are opened inside the worker's frame."""

from django.urls import path

from annotation import views

app_name = "annotation"

urlpatterns = [
    path("<uuid:public_id>/", views.Page.as_view(), name="highlights"),
    path("<uuid:public_id>/consent/", views.Consent.as_view(), name="consent"),
    path("<uuid:public_id>/draft/", views.Draft.as_view(), name="draft"),
    path("<uuid:public_id>/marks/", views.Marks.as_view(), name="marks"),
    path("<uuid:public_id>/answer/", views.Answer.as_view(), name="answer"),
]
