"""Addresses of the control interface, below /control/."""

from django.urls import path

from marketplace.control import people, world

urlpatterns = [
    path("clock", world.time),
    path("faults", world.faults),
    path("events", world.events),
    path("reset", world.reset),
    path("accounts", people.accounts),
    path("workers", people.people),
    path("balance", people.balance),
]
