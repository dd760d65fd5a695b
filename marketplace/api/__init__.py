"""The requester API: Mechanical Turk's wire protocol, read and written."""
