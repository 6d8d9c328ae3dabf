"""How the dashboard is put on a server: see docs/serving.md."""
