"""Every row of docs/rules_of_thumb.md is held by a test that exists, or says that it is pending."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?!rule people|---)(.+?) \| .+? \| (.+?) \|$")


def test_every_rule_is_held_by_a_test():
    lines = (ROOT / "docs" / "rules_of_thumb.md").read_text("utf-8").splitlines()
    rows = [match.groups() for line in lines if (match := ROW.match(line))]
    assert len(rows) == 22
    for rule, held_by in rows:
        if held_by.startswith("pending: "):
            continue
        path, _, name = held_by.strip("`").partition("::")
        assert f"def {name}(" in (ROOT / path).read_text("utf-8"), rule
