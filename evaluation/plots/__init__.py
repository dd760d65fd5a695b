"""Plots of a study's results as SVG: pure functions from what report.json holds to text."""
