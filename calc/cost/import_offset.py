"""Import VAT that was offset at the border and falls due when the goods are sold within five years.

Tax Code No. 214-VIII of 2025, art. 508, 509: nothing is paid at import; an early sale makes the tax payable
from the day of import, with a penalty (docs/ledger.md §15).
"""

import numpy as np

from calc.cost.case import Case
from calc.cost.fleet import age_months, delivery_month, goods_in_service_kzt, landed_factor
from calc.cost.residual import resale_value
from calc.inputs import Array

RETENTION_MONTHS = 60.0
"""Goods must be kept this long for the offset to stand [month]."""


def first_offset_base_kzt(case: Case) -> Array:
    """Customs value of the first fleet in months in which its sale is too early, else 0 [KZT]."""
    return np.where(case.of(delivery_month) <= case.lead, case.of(_offset_base_kzt), 0.0)


def refresh_offset_base_kzt(case: Case) -> Array:
    """The same for a fleet delivered as a refresh [KZT]."""
    return np.where(case.of(delivery_month) > case.lead, case.of(_offset_base_kzt), 0.0)


def offset_years(case: Case) -> Array:
    """Years since the import of the fleet in service, over which the penalty has run [year]."""
    return case.of(age_months) / 12.0


def _offset_base_kzt(case: Case) -> Array:
    # Goods + freight + duty at the rate of their delivery; a fleet that brings nothing is kept, not sold.
    early = (case.of(age_months) < RETENTION_MONTHS) & (case.of(resale_value) > 0)
    return np.where(early, case.of(goods_in_service_kzt) * case.of(landed_factor), 0.0)
