"""The ledger: every line of cost of renting and of buying, month by month."""

from calc.cost.ledger import LEDGER_LINES, ledger, records_of
from calc.cost.line import Line, LineId

__all__ = ["LEDGER_LINES", "Line", "LineId", "ledger", "records_of"]
