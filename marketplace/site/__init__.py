"""The worker site: what a person sees in a browser. The requester API is not here."""
