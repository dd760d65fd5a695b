"""Addresses of the rating HITs; all of them are opened inside the worker's frame."""

from django.urls import path

from evaluation import content_views, quality_views
from evaluation.models import CONTENT, QUALITY
from evaluation.rating_pages import Begin, SaveDraft

app_name = "evaluation"

of_content = {"kind": CONTENT, "page_name": "evaluation:content"}
of_quality = {"kind": QUALITY, "page_name": "evaluation:quality"}

urlpatterns = [
    path("content/<uuid:public_id>/", content_views.Page.as_view(**of_content), name="content"),
    path("content/<uuid:public_id>/begin/", Begin.as_view(**of_content), name="content-begin"),
    path("content/<uuid:public_id>/draft/", SaveDraft.as_view(**of_content), name="content-draft"),
    path(
        "content/<uuid:public_id>/ratings/",
        content_views.Ratings.as_view(**of_content),
        name="content-ratings",
    ),
    path(
        "content/<uuid:public_id>/answer/",
        content_views.Answer.as_view(**of_content),
        name="content-answer",
    ),
    path("quality/<uuid:public_id>/", quality_views.Page.as_view(**of_quality), name="quality"),
    path("quality/<uuid:public_id>/begin/", Begin.as_view(**of_quality), name="quality-begin"),
    path("quality/<uuid:public_id>/draft/", SaveDraft.as_view(**of_quality), name="quality-draft"),
    path(
        "quality/<uuid:public_id>/finish/",
        quality_views.Finish.as_view(**of_quality),
        name="quality-finish",
    ),
]
