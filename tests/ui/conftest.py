"""Saved calculations of these tests go into a folder of their own."""

import pytest


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("ESEP_HOME", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path
