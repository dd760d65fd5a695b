"""Staff pages: progress, heat maps, the review queue."""
