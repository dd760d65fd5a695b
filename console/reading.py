"""Which columns a list of documents leaves unread: the long ones."""

LONG_COLUMNS = ("text", "tokens", "words", "sentence_ends", "paragraph_ends")


def unread(prefix: str = "") -> list[str]:
    """The long columns of a document reached through `prefix`, for QuerySet.defer."""
    return [prefix + name for name in LONG_COLUMNS]
