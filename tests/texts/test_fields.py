"""Every field of a scenario has a name, a unit and a label that fits the panel, in every language."""

from typing import get_args

import pytest

from calc.choices import Currency
from calc.parallel import Parallel
from calc.terms import Demand, Site
from calc.workload import Workload
from data.scenario import BuyChoice, FinanceChoice, Fleet, RentChoice, field_schema
from ui.texts import LANGUAGES, texts

LONGEST_LABEL = 20
"""Two fields stand in a row of the panel (UX §2)."""

PARTS = (
    *(("workload", cls) for cls in get_args(get_args(Workload)[0])),
    ("parallel", Parallel),
    ("demand", Demand),
    ("fleet", Fleet),
    ("rent", RentChoice),
    ("buy", BuyChoice),
    ("site", Site),
    ("finance", FinanceChoice),
)
FIELDS = sorted({f"{part}.{name}" for part, cls in PARTS for name in cls.model_fields})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_a_short_label(language):
    t = texts(language)
    labels = {field: t.label(field) for field in FIELDS}
    assert {field: label for field, label in labels.items() if len(label) > LONGEST_LABEL} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_unit_has_words(language):
    t = texts(language)
    assert all(t.unit(t.field_unit(field)) for field in FIELDS if t.field_unit(field) != "-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_fields_of_one_part_have_different_labels(language):
    t = texts(language)
    for part, cls in PARTS:
        labels = [t.label(f"{part}.{name}") for name in cls.model_fields]
        assert len(set(labels)) == len(labels)


def test_the_unit_of_the_metadata_is_found():
    t = texts("ru")
    assert t.field_unit("jobs.0.demand.growth_per_year") == t.field_unit("demand.growth_per_year") == "1/year"
    assert t.field_unit("workload.train_tokens") == "token"
    assert field_schema("rent.hourly_rate")["unit"] == t.field_unit("rent.hourly_rate")


def test_a_label_carries_the_currency_of_its_part():
    assert texts("ru").label("rent.hourly_rate", Currency.USD) == "Аренда, $/GPU-ч"
    assert texts("kk").label("rent.hourly_rate") == "Жалдау, ₸/GPU-сағ."
    assert texts("en").label("buy.maintenance_share_per_year") == "Maintenance, %/year"


def test_a_field_is_named_without_its_place_in_a_list():
    t = texts("ru")
    assert t.name("jobs.3.parallel.tensor_parallel") == t.name("parallel.tensor_parallel")
    assert t.name("buy.residual_points.0.1") == t.name("buy.residual_points")
