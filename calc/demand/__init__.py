"""Demand over time: waves, working hours, growth and the matrix of hours by GPU level."""
