"""The worked scenarios of ``examples/``."""

import json
from functools import cache
from pathlib import Path

from calc.errors import ErrorCode, EsepError
from data.scenario import Scenario, read_scenario

FOLDER = Path(__file__).parent.parent / "examples"

EXAMPLES = (
    "qlora-8b-kazakh",
    "full-8b",
    "full-70b-waves",
    "pretrain-b200",
    "inference-70b",
    "rendering",
    "mixed-server",
    "equal-mean-steady",
    "equal-mean-waves",
)
"""Ids in the order they are offered; the first is open at start. The last two differ in the shape of demand only."""


@cache
def load_example(example: str) -> Scenario:
    """A worked scenario by id.

    Raises
    ------
    EsepError
        ``unknown_id`` for an example there is not.
    """
    if example not in EXAMPLES:
        raise EsepError(ErrorCode.UNKNOWN_ID, "example", example, " | ".join(EXAMPLES))
    return read_scenario(json.loads((FOLDER / f"{example}.json").read_text(encoding="utf-8")))
