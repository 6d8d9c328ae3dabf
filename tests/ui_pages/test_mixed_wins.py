"""A plan that is cheaper than both ends takes the sentence and has a figure of its own."""

import pytest

from calc.choices import Branch
from calc.decision.decision import DecisionCode
from data.examples import load_example
from tests.ui_pages.pages import open_app, visit
from ui.answer import answer_of
from ui.texts import texts


def owned_base(waves_a_year):
    example = load_example("equal-mean-waves")
    demand = example.jobs[0].demand.model_copy(update={"runs": 0, "base_gpus": 8, "gpus": 8, "weeks_off": waves_a_year})
    job = example.jobs[0].model_copy(update={"demand": demand})
    return example.model_copy(update={"jobs": (job,)})


@pytest.mark.parametrize("language", ["ru", "kk", "en"])
def test_the_title_says_to_own_the_base_and_rent_the_peaks(language):
    scenario = owned_base(12)
    answer = answer_of(scenario)
    assert answer.decision.cheapest is Branch.MIXED
    assert answer.decision.verdict.code is DecisionCode.MIXED_WINS
    page = visit(open_app([scenario], language), "decision")
    assert not page.exception
    labels = [metric.label for metric in page.metric]
    t = texts(language)
    nodes = t.plural("count.nodes", answer.mixed.most_nodes)
    assert t("decision.metric.plan", nodes=nodes) in labels
    saved = texts(language).message(answer.decision.verdict).split(":")[0]
    assert page.title[0].value.startswith(saved)
