"""The forms in which a corpus arrives, one module each with one function `read`."""
