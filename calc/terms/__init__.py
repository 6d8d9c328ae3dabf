"""The money terms of a scenario: one frozen model per part, fields of ``docs/ledger.md`` §14."""

from calc.terms.buy import Buy
from calc.terms.demand import Demand
from calc.terms.finance import Finance
from calc.terms.rent import Rent
from calc.terms.site import Site

__all__ = ["Buy", "Demand", "Finance", "Rent", "Site"]
