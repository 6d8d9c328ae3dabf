"""Saved rows: what is kept comes back, nobody guesses an id, and what is not whole is refused with a reason."""

import random
import sqlite3
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from calc.errors import ErrorCode, EsepError
from data.saved import MAX_CONTENT_BYTES, SavedFault, SavedRow, open_store
from data.saved.place import FILE
from data.saved.row import digest_of
from data.saved.sqlite import SqliteStore

ROW = SavedRow(7, 0, [[[1, 2.5, 3, "Қазақша"]]], [["0.1.0", "rent_wins", 1.5, 2, "never", 3]])
FIRST_ID_SIGNS = 22


@pytest.fixture
def path(tmp_path):
    return tmp_path / "rows" / "saved.sqlite3"


@pytest.fixture
def store(path):
    return SqliteStore(path)


def refusal(call, *arguments) -> str:
    with pytest.raises(EsepError) as caught:
        call(*arguments)
    assert (caught.value.code, caught.value.field) == (ErrorCode.BAD_LINK, "id")
    return caught.value.value


def test_a_row_comes_back_as_it_was(store, path):
    row_id = store.put(ROW)
    assert store.get(row_id) == ROW
    assert SqliteStore(path).get(row_id) == ROW


def test_ids_hold_at_least_128_bits_and_differ(store):
    ids = {store.put(SavedRow(7, 0, [number], [])) for number in range(50)}
    assert len(ids) == 50
    assert all(len(row_id) >= FIRST_ID_SIGNS and row_id[0].isalnum() and row_id[-1].isalnum() for row_id in ids)


def test_the_same_row_is_kept_once(store, path):
    assert store.put(ROW) == store.put(ROW)
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM saved").fetchone() == (1,)
    database.close()


@pytest.mark.parametrize("row_id", ["A" * 24, "", "short", "' OR 1=1 --", "ы" * 24, "A" * 500])
def test_an_unknown_id_is_missing(store, row_id):
    assert refusal(store.get, row_id) is SavedFault.MISSING
    store.put(ROW)
    assert refusal(store.get, row_id) is SavedFault.MISSING


def test_a_row_cannot_be_changed_and_an_altered_one_is_refused(store, path):
    row_id = store.put(ROW)
    database = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="immutable"):
        database.execute("UPDATE saved SET version = 1")
    database.execute("DROP TRIGGER saved_is_immutable")
    database.execute("UPDATE saved SET version = 1")
    database.commit()
    assert refusal(store.get, row_id) is SavedFault.ALTERED
    broken = b"no deflate"
    database.execute("DROP TRIGGER saved_is_immutable")
    database.execute("UPDATE saved SET version = 7, content = ?, digest = ?", (broken, digest_of(7, broken)))
    database.commit()
    database.close()
    assert refusal(store.get, row_id) is SavedFault.ALTERED


def test_a_row_that_inflates_beyond_the_bound_is_refused(store, path):
    row_id = store.put(ROW)
    bomb = zlib.compress(b" " * (MAX_CONTENT_BYTES + 1))
    database = sqlite3.connect(path)
    database.execute("DROP TRIGGER saved_is_immutable")
    database.execute("UPDATE saved SET content = ?, digest = ?", (bomb, digest_of(7, bomb)))
    database.commit()
    database.close()
    assert refusal(store.get, row_id) is SavedFault.TOO_LARGE


def test_a_row_that_is_too_large_is_not_kept(store, path):
    assert refusal(store.put, SavedRow(7, 0, ["x" * MAX_CONTENT_BYTES], [])) is SavedFault.TOO_LARGE
    assert not path.exists()


def test_a_full_file_takes_nothing_more_and_keeps_what_it_has(path):
    store = SqliteStore(path, max_file_bytes=64 * 1024)
    first = store.put(ROW)
    noise = random.Random(1)
    rows = [SavedRow(7, 0, [noise.random() for _ in range(1000)], []) for _ in range(20)]

    def fill():
        for row in rows:
            store.put(row)

    assert refusal(fill) is SavedFault.UNAVAILABLE
    assert store.get(first) == ROW


def test_a_place_that_cannot_be_written_is_unavailable(tmp_path):
    (tmp_path / "file").write_text("")
    assert refusal(SqliteStore(tmp_path / "file" / "saved.sqlite3").put, ROW) is SavedFault.UNAVAILABLE
    no_database = tmp_path / "text.sqlite3"
    no_database.write_text("this is no database, and never was one" * 100)
    assert refusal(SqliteStore(no_database).get, "A" * 24) is SavedFault.UNAVAILABLE


def test_many_readers_write_at_once(store):
    rows = [SavedRow(7, 0, [number], []) for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(store.put, rows))
    assert [store.get(row_id) for row_id in ids] == rows


def test_the_place_is_named_by_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("ESEP_HOME", str(tmp_path / "home"))
    row_id = open_store().put(ROW)
    assert (tmp_path / "home" / FILE).exists()
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'other.sqlite3'}")
    assert refusal(open_store().get, row_id) is SavedFault.MISSING
    monkeypatch.setenv("DATABASE_URL", "postgresql://host/base")
    assert refusal(open_store) is SavedFault.UNAVAILABLE
