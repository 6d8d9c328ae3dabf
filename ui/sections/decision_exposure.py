"""How much of each option hangs on the rate of the dollar."""

import streamlit as st

from calc.answer import Answer
from calc.choices import Branch
from calc.decision.exposure import Exposure, exposures
from data.scenario import Scenario
from ui.formats import scale_of
from ui.link import LinkContent, encode
from ui.tables import Column, table
from ui.view import View

_KEPT = 128
_OPTIONS = (Branch.RENT, Branch.BUY)


def exposure_of(scenario: Scenario, answer: Answer) -> dict[Branch, Exposure]:
    """Exposure of renting and of buying, reckoned once per scenario."""
    return _exposure(encode(LinkContent((scenario,))), answer)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _exposure(token: str, _answer: Answer) -> dict[Branch, Exposure]:  # noqa: ARG001 - the token is the key of the cache
    return dict(exposures(_answer.plan))


def draw_exposure(view: View) -> None:
    """Present cost, its part in dollars, and the cost at a rate a fifth higher and lower."""
    t, f = view.t, view.formats
    found = exposure_of(view.scenario, view.answer)
    rent, buy = (found[option] for option in _OPTIONS)
    shares = {"rent": f.percent(rent.dollar_share), "buy": f.percent(buy.dollar_share)}
    st.header(t("exposure.title", **shares), anchor=False)
    scale = scale_of(*(amount for one in (rent, buy) for amount in (one.at_weaker_tenge, one.dollar_cost)))
    unit = f.money_unit(scale, view.currency)
    st.markdown(f":small[:gray[{t('exposure.note', unit=unit)}]]")

    def amounts(read: str) -> list[str]:
        return [f.bare(scale.shown(float(getattr(found[option], read))), scale) for option in _OPTIONS]

    table(
        [
            Column(t("exposure.column.option"), [t("decision.costs.rent"), t("decision.costs.buy")], figures=False),
            Column(t("exposure.column.cost"), amounts("present_cost")),
            Column(t("exposure.column.dollars"), amounts("dollar_cost")),
            Column(t("exposure.column.share"), list(shares.values())),
            Column(t("exposure.column.weaker"), amounts("at_weaker_tenge")),
            Column(t("exposure.column.stronger"), amounts("at_stronger_tenge")),
        ],
        alt=t("exposure.title", **shares),
    )
