"""What is judged: datasets, documents with their tokens, systems, summaries, sanity statements."""
