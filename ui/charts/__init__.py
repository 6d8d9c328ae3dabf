"""The charts: written once in Altair, built once per language, drawn with fresh data."""
