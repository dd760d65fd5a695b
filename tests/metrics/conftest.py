"""Property tests with fixed seeds, and judged by their results, not by the clock."""

from hypothesis import settings

settings.register_profile("fixed", deadline=None, derandomize=True)
settings.load_profile("fixed")
