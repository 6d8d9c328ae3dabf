"""Figures measured against the reckoning: accuracy of memory, and times."""
