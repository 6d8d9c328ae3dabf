"""Tests that only a browser can make."""
