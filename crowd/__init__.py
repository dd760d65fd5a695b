"""Who judges, on which HIT, and what was decided and paid. The endpoint is behind crowd.mturk."""
