"""The requester's pages: balance and ledger, HITs and events, access keys."""
