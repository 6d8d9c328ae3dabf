"""Dated facts, scenarios, and how a scenario becomes a plan."""
