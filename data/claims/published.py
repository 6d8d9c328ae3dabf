"""Reading ``claims.csv``: each row a figure in print, the inputs it rests on, and where it stands."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pydantic import JsonValue

from calc.decision.claims import Claim, ClaimFigure, ClaimReason
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table
from data.resolve import resolve
from data.scenario import read_scenario

FILE = "claims.csv"
HEADING = "id,study,inputs,figure,printed,reason,date,date_precision,date_text,source,confidence,notes"

Fields = dict[str, dict[str, JsonValue]]

STRAIGHT_LINE: Fields = {
    "demand": {"gpus": 1, "utilization": 1},
    "rent": {"vat_mode": "none"},
    "buy": {"gpus_per_node": 1, "node_price": 0},
    "site": {"pue": 1, "idle_kw_per_node": 0, "active_kw_per_node": 1, "tariff_kzt_per_kwh": 0},
    "finance": {
        "currency": "USD",
        "usd_kzt": 1,
        "horizon_months": 60,
        "discount_rate_per_year": 0,
        "vat_rate": 0,
        "cit_rate": 0,
    },
}
"""What the studies leave out: tax, VAT, discounting; a dollar stands for a tenge, so that all prices are dollars."""


@dataclass(frozen=True, slots=True)
class Published:
    """A claim with its words and source.

    Attributes
    ----------
    id
        Stable id.
    study
        Who printed it, and of what.
    claim
        The figure and its inputs.
    provenance
        Date, source and confidence; notes say what the inputs are.
    """

    id: str
    study: str
    claim: Claim
    provenance: Provenance


@cache
def published_claims() -> tuple[Published, ...]:
    """All claims in the order of the file.

    Raises
    ------
    EsepError
        ``bad_fact`` at the first fault of the file, or the fault of a scenario's field.
    """
    return tuple(read_table(files("data") / "claims", FILE, HEADING, _read).values())


def _read(row: Row) -> Published:
    claim = Claim(
        id=row.id(),
        plan=resolve(read_scenario(_scenario(row))),
        figure=row.choice("figure", ClaimFigure),
        printed=row.number("printed"),
        reason=row.choice("reason", ClaimReason),
    )
    return Published(claim.id, row.words("study"), claim, row.provenance())


def _scenario(row: Row) -> dict[str, JsonValue]:
    try:
        given: Fields = json.loads(row.words("inputs"))
    except json.JSONDecodeError:
        row.refuse("inputs", "JSON")
    parts: Fields = {part: {**STRAIGHT_LINE.get(part, {}), **given.get(part, {})} for part in STRAIGHT_LINE}
    demand = parts.pop("demand")
    return {"jobs": [{"demand": demand}], **parts}
