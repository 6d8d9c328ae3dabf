import shutil
from pathlib import Path

import pytest

from data import frozen
from data.catalogue import LATEST


@pytest.fixture
def edition_copy(tmp_path: Path) -> Path:
    """A copy of the latest edition that a test may spoil."""
    folder = tmp_path / LATEST
    shutil.copytree(frozen.FOLDER / LATEST, folder)
    return folder
