"""The decision page of every worked case in every language."""

import re

import pyarrow as pa
import pytest

from data.examples import EXAMPLES, load_example
from data.scenario import read_scenario
from data.translations import LANGUAGES
from tests.ui.app import figures, is_sound, opened, title
from ui.answer import answer_of
from ui.formats import scale_of
from ui.link import LinkContent, encode
from ui.texts import texts


def at_example(example: str, language: str):
    return opened(s=encode(LinkContent((load_example(example),))), lang=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_case_is_drawn_in_every_language(example, language):
    at = at_example(example, language)
    assert is_sound(at)
    assert not at.error
    t, decision = texts(language), answer_of(load_example(example)).decision
    scale = scale_of(decision.rent.present_cost, decision.buy.present_cost)
    shown = [
        t.formats.cost(cost.present_cost, decision.currency, scale=scale) for cost in (decision.rent, decision.buy)
    ]
    assert figures(at) == shown
    assert len(at.main.header) == 6  # curve, flips, breakdown, years, dollar, offers


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_columns_of_the_breakdown_add_up_to_the_headline(example):
    at = at_example(example, "ru")
    decision = answer_of(load_example(example)).decision
    scale = scale_of(decision.rent.present_cost, decision.buy.present_cost)
    table = at.main.table[1].proto  # after that of the curve
    cells = [row for row in cells_of(table) if row]
    assert len(cells) > 2
    for column, cost in ((1, decision.rent), (2, decision.buy)):
        *parts, total = [number(row[column]) for row in cells]
        assert round(sum(parts), 6) == total == float(scale.shown(cost.present_cost))
    assert all(round(number(row[2]) - number(row[1]), 6) == number(row[3]) for row in cells)


def cells_of(proto) -> list[list[str]]:
    frame = pa.ipc.open_stream(proto.arrow_data.styler.display_values).read_all().to_pandas()
    return [[str(cell) for cell in row] for row in frame.itertuples(index=False)]


def number(text: str) -> float:
    plain = re.sub(r"[^0-9,.\-−–]", "", text).replace("−", "-").replace(",", ".")
    return 0.0 if plain in ("", "–") else float(plain)


def test_nothing_about_money_is_said_while_the_work_does_not_fit():
    raw = load_example("full-70b-waves").model_dump(mode="json")
    raw["jobs"][0]["parallel"] |= {"gpus": 1, "sharding": "none"}
    at = opened(s=encode(LinkContent((read_scenario(raw),))), lang="en")
    assert "does not fit" in title(at)
    assert not at.metric
    remedies = [button for button in at.main.button if button.key.startswith("remedy-")]
    assert remedies
    shard = next(button for button in remedies if "shard" in button.key)
    shard.click().run()
    assert "fit" not in title(at)
    assert len(figures(at)) == 2
