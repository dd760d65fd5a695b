"""Highlight HITs and the token weights made of them."""
