"""The arrows of docs/design.md §2, read from the imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ("app", "pages", "ui", "data", "calc")
MAY_IMPORT = {
    "calc": {"calc"},
    "data": {"data", "calc"},
    "ui": {"ui", "data", "calc"},
    "pages": {"ui", "calc"},
    "app": {"pages", "ui"},
}
IMPURE = {
    "streamlit", "os", "sys", "time", "datetime", "random", "pathlib", "io", "socket", "urllib", "http", "requests",
    "subprocess", "tempfile", "shutil", "sqlite3", "logging", "locale", "gettext", "babel", "pandas", "altair",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "exec", "eval"}
ENTRY_POINT = ROOT / "calc" / "__main__.py"
PAGE_LINES = 100
APP_LINES = 80
MODULE_LINES = 400


def sources(top: str) -> list[Path]:
    path = ROOT / top
    return sorted(path.rglob("*.py")) if path.is_dir() else [ROOT / f"{top}.py"]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("top", HOUSE)
def test_arrows_point_one_way(top):
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(top)
        if path != ENTRY_POINT
        for name in imported(path)
        if name.split(".")[0] in HOUSE and name.split(".")[0] not in MAY_IMPORT[top]
    ]
    assert not wrong


def test_the_entry_point_imports_only_what_it_may_and_nothing_imports_it():
    allowed = {"calc", "data", "ui.reports"}
    own = [name for name in imported(ENTRY_POINT) if name.split(".")[0] in HOUSE]
    assert all(any(name == top or name.startswith(f"{top}.") for top in allowed) for name in own), own
    everywhere = [name for top in HOUSE for path in sources(top) for name in imported(path)]
    assert "calc.__main__" not in everywhere


def test_calc_is_pure():
    wrong = []
    for path in sources("calc"):
        if path == ENTRY_POINT:
            continue
        wrong += [f"{path}: imports {n}" for n in imported(path) if n.split(".")[0] in IMPURE]
        calls = (n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call))
        wrong += [
            f"{path}: calls {c.func.id}" for c in calls if isinstance(c.func, ast.Name) and c.func.id in IMPURE_CALLS
        ]
    assert not wrong


def test_streamlit_stays_above_the_data():
    assert not [
        p for top in ("calc", "data") for p in sources(top) if any(n.split(".")[0] == "streamlit" for n in imported(p))
    ]


def test_pages_read_like_a_table_of_contents():
    assert not [p for p in sources("pages") if len(p.read_text("utf-8").splitlines()) > PAGE_LINES]
    assert len((ROOT / "app.py").read_text("utf-8").splitlines()) <= APP_LINES


def test_one_concept_one_module():
    everything = [p for top in (*HOUSE, "tests", "benchmarks") for p in sources(top)]
    assert not [p for p in everything if len(p.read_text("utf-8").splitlines()) > MODULE_LINES]


def test_nothing_names_this_machine():
    names = ("/wo" + "rk/", "/ro" + "ot/", "/t" + "mp/", "../sha" + "red")
    texts = [
        p
        for pattern in ("*.py", "*.md", "*.toml", "*.json", "*.po", "*.csv", "Makefile", ".ci/run")
        for p in ROOT.rglob(pattern)
        if not {".venv", ".git", "var"} & set(p.relative_to(ROOT).parts)
    ]
    assert not [p for p in texts if any(name in p.read_text("utf-8") for name in names)]
