"""Editions of prices never change, and freezing one checks it."""

import json
import shutil
from hashlib import sha256

import pytest

from data import default_edition, frozen
from data.catalogue import editions

DEFAULT_EDITIONS = {
    "1.json": "6b1a4f38af7768c1aa6ea9b7f8178561830896e89c66ca562a1c1beb08850113",
    "2.json": "2c8c48f4e393176cbfec84d35878d42e6d56d97e0d439193041f1b09169274f3",
    "3.json": "a17eea45d7d1d1f6e7d7be890a502c0dadec0674f48b5c4a85272e1353be84c1",
    "4.json": "3c35bfd9e474e674d14b19ccbad0aa4cb8df799520a6f082038fe6dcb712b947",
    "5.json": "9f72c8d3090e962b6258feb970fff9582b72d5f7bbc462256654bec4faa35f9e",
    "6.json": "8b12dfdbbb92916b45401c359c4650fbf726b08bf337258851fe51d38d0f0cb3",
    "7.json": "08db97f32e621e237a2b1f029e6de55645a660596ae5130070c805eeec1da01d",
    "8.json": "b4f865949ff29d00b842fdb92032700af79805587d51864fc7fbb588916275a4",
    "9.json": "a0af2eff7675eee697495c2ab64d30e1010c6f81340c23e17029f9f9cf1bdd91",
}
"""Links rest on these for ever: a changed default is a new edition, never another hash here."""


def test_default_editions_are_unchanged():
    folder = frozen.FOLDER.parent / "defaults"
    written = {
        path.name: sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest() for path in folder.glob("*.json")
    }
    assert written == DEFAULT_EDITIONS
    assert f"{default_edition.CURRENT_EDITION}.json" in written


def test_every_edition_is_frozen_and_unchanged():
    assert set(frozen.frozen_hashes()) == set(editions())
    for edition in editions():
        assert frozen.edition_hashes(edition) == frozen.frozen_hashes()[edition]


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    shutil.copytree(frozen.FOLDER, tmp_path / "editions")
    monkeypatch.setattr(frozen, "FOLDER", tmp_path / "editions")
    monkeypatch.setattr(frozen, "HASHES", tmp_path / "editions" / "hashes.json")
    return tmp_path / "editions"


def test_next_quarters_edition_is_checked_and_frozen(workspace, capsys):
    shutil.copytree(workspace / "2026-11-30", workspace / "2027-02-28")
    assert frozen.main(["2027-02-28"]) == 0
    assert "frozen" in capsys.readouterr().out
    written = json.loads((workspace / "hashes.json").read_text("utf-8"))
    assert written["2027-02-28"] == written["2026-11-30"]


def test_a_faulty_edition_is_not_frozen(workspace, capsys):
    shutil.copytree(workspace / "2026-11-30", workspace / "2027-02-28")
    path = workspace / "2027-02-28" / "rental.csv"
    path.write_text(path.read_text("utf-8").replace("1.79,USD", "'1.79,USD", 1), "utf-8")
    assert frozen.main(["2027-02-28"]) == frozen.FAULT
    assert ":price_per_gpu_hour" in capsys.readouterr().err
    assert "2027-02-28" not in frozen.frozen_hashes()


def test_a_frozen_edition_that_was_edited_is_refused(workspace, capsys):
    notes = workspace / "2026-11-30" / "kazakhstan.md"
    notes.write_text(notes.read_text("utf-8") + "\n", "utf-8")
    assert frozen.main(["2026-11-30"]) == frozen.FAULT
    assert "new date" in capsys.readouterr().err


def test_line_ends_of_windows_are_the_same_edition(workspace):
    before = frozen.edition_hashes("2026-11-30")
    path = workspace / "2026-11-30" / "gpus.csv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert frozen.edition_hashes("2026-11-30") == before
