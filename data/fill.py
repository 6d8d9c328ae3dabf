"""A scenario typed as JSON that names an offer, a server or a taxpayer and leaves their fields out.

Choosing one of these fills fields (docs/design.md §5). A page writes what it filled into the scenario; a text
may only say the name. Then the fields it leaves out are filled here, and those it says stay as said.
"""

from collections.abc import Mapping
from typing import Any

from calc.choices import Taxpayer
from data.price_book import fill_from_offer, fill_from_server
from data.scenario import Scenario, read_scenario
from data.taxpayers import fill_from_profile


def read_and_fill(given: object) -> Scenario:
    """Validate a JSON object and fill what its named choices fill.

    Raises
    ------
    EsepError
        The first field at fault, with its value and what is allowed.
    """
    said = read_scenario(given)
    filled = said
    if said.buy.node:
        filled = fill_from_server(filled, said.buy.node)
    if said.rent.offer:
        filled = fill_from_offer(filled, said.rent.offer)
    if said.finance.profile is not Taxpayer.UNSTATED:
        filled = fill_from_profile(filled, said.finance.profile)
    if filled is said or not isinstance(given, Mapping):
        return said
    return read_scenario(_over(filled.model_dump(mode="json"), given))


def _over(filled: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(filled)
    for name, value in said.items():
        under = filled.get(name)
        merged[name] = _over(under, value) if isinstance(value, Mapping) and isinstance(under, Mapping) else value
    return merged
