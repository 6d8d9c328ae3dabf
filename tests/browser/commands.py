"""What the command line answers, for comparison with what a page shows."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from data.examples import load_example
from ui.link import LinkContent, encode

ROOT = Path(__file__).parents[2]


@cache
def command_line(command: str, example: str) -> Any:
    """JSON of ``python -m calc COMMAND examples/EXAMPLE.json``."""
    run = [sys.executable, "-m", "calc", command, f"examples/{example}.json"]
    return json.loads(subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def link(*examples: str) -> str:
    """Query of a link that opens worked examples."""
    return f"s={encode(LinkContent(tuple(load_example(example) for example in examples), 0, ()))}"
