"""A Mechanical Turk of our own: requester API and worker site. Imports no other room."""
