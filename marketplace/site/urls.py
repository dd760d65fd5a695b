"""Addresses of the worker site. The first page shares `/` with the requester API (POST)."""

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from marketplace.site import (
    appealing,
    entrance,
    examination,
    handing_in,
    history,
    invitation,
    qualifications,
    showcase,
    study,
    working,
)


class EntityId(StringConverter):
    """An id in the shape of the requester API; any other shape is no address of ours."""

    regex = "[A-Z0-9]{1,64}"


register_converter(EntityId, "id")

urlpatterns = [
    path("about/", showcase.about, name="about"),
    path("join/", entrance.join, name="join"),
    path("invitations/<str:secret>", invitation.invitation, name="invitation"),
    path("study/<id:link_id>", study.arrive, name="study"),
    path("study/<id:link_id>/visit", study.visit, name="study-visit"),
    path("study/<id:link_id>/on", study.go_on, name="study-on"),
    path("study/<id:link_id>/next", study.take_next, name="study-next"),
    path("study/<id:link_id>/end", study.end, name="study-end"),
    path("sign-in/", entrance.sign_in, name="sign-in"),
    path("sign-in/<str:secret>", entrance.sign_in_link, name="sign-in-link"),
    path("sign-out/", entrance.sign_out, name="sign-out"),
    path("hits/<id:hit_id>", showcase.preview, name="hit"),
    path("hits/<id:hit_id>/frame-check", showcase.frame_check, name="hit-frame-check"),
    path("hits/<id:hit_id>/requirements", qualifications.requirements, name="hit-requirements"),
    path("qualifications/<id:type_id>/ask", qualifications.ask, name="qualification-ask"),
    path("qualifications/<id:type_id>/test", examination.test, name="qualification-test"),
    path("hits/<id:hit_id>/accept", working.accept, name="hit-accept"),
    path("groups/<id:hit_type_id>/accept", working.accept_from_group, name="group-accept"),
    path("assignments/<id:assignment_id>", working.assignment, name="assignment"),
    path("assignments/<id:assignment_id>/return", working.give_back, name="assignment-return"),
    path("assignments/<id:assignment_id>/appeal", appealing.appeal, name="appeal"),
    path("mturk/externalSubmit", handing_in.external_submit, name="external-submit"),
    path("history", history.history, name="history"),
    path("messages", history.messages, name="messages"),
    path("requester/", include("marketplace.site.requesters.urls")),
]
