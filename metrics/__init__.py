"""The arithmetic of the papers: pure functions over tokens and spans, without Django."""

__version__ = "1.0"
"""Version of the arithmetic, part of every signature; it changes when a score would."""
