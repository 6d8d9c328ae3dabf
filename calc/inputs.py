"""The numbers of a plan, any of them replaced by an array: one engine for one plan, a sweep or a map."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calc.errors import ErrorCode, EsepError
from calc.plan import Plan
from calc.terms import Demand

Array = NDArray[np.float64]

PARTS = ("rent", "buy", "site", "finance")


class Inputs:
    """Numeric fields of a plan by dotted name, in a form that broadcasts against months.

    A plain field is an array of shape (). A field overridden by an array of shape S is kept as
    S + (1,), so that every formula may be written once, with months as the last axis.

    Parameters
    ----------
    plan
        The plan.
    overrides
        Arrays by dotted name: ``rent.hourly_rate``, ``jobs.0.demand.scale``, or ``demand.scale`` for
        every job. Shapes broadcast together to S.

    Attributes
    ----------
    shape
        S, the leading shape of everything reckoned from these inputs.

    Raises
    ------
    EsepError
        ``UNKNOWN_FIELD`` for a name the plan does not have, ``NOT_ALLOWED`` for a choice or a list,
        ``NOT_A_NUMBER`` for NaN, infinity or text, ``OUT_OF_RANGE`` below the field's lower bound. The
        upper bound is for what a user may type; a search along a quantity may go beyond it.
    """

    def __init__(self, plan: Plan, overrides: dict[str, Any] | None = None) -> None:
        self.plan = plan
        self._columns: dict[str, Array] = {}
        self._choices: dict[str, Any] = {}
        shapes: list[tuple[int, ...]] = []
        for name, value in (overrides or {}).items():
            array = _numbers(name, value)
            shapes.append(array.shape)
            for target in self._targets(name):
                self._check_override(name, target, array)
                self._columns[target] = array[..., None] if array.ndim else array
        self.shape: tuple[int, ...] = np.broadcast_shapes(*shapes)

    def __getitem__(self, name: str) -> Array:
        """Value of a field, shape () or S + (1,)."""
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = np.asarray(self._field(name), dtype=np.float64)
        return column

    def choice(self, name: str) -> Any:
        """A choice, a flag or a list of the plan; these are never arrays of a batch."""
        if name not in self._choices:
            self._choices[name] = self._field(name)
        return self._choices[name]

    def _targets(self, name: str) -> list[str]:
        if name.startswith("demand."):
            return [f"jobs.{index}.{name}" for index in range(len(self.plan.jobs))]
        return [name]

    def _field(self, name: str) -> Any:
        parts = name.split(".")
        try:
            if parts[0] in PARTS and len(parts) == len(("part", "field")):
                return getattr(getattr(self.plan, parts[0]), parts[1])
            jobs, index, demand, field = parts
            if (jobs, demand) == ("jobs", "demand"):
                return getattr(self.plan.jobs[int(index)].demand, field)
        except (AttributeError, IndexError, ValueError):
            pass
        raise EsepError(ErrorCode.UNKNOWN_FIELD, name, "")

    def _check_override(self, name: str, target: str, values: Array) -> None:
        plain = self._field(target)
        if isinstance(plain, bool) or not isinstance(plain, int | float):
            raise EsepError(ErrorCode.NOT_ALLOWED, name, plain, "number")
        *_, part, field = target.split(".")
        terms = Demand if part == "demand" else type(getattr(self.plan, part))
        for bound in terms.model_fields[field].metadata:
            at_least, above = getattr(bound, "ge", None), getattr(bound, "gt", None)
            if at_least is not None and (values < at_least).any():
                raise EsepError(ErrorCode.OUT_OF_RANGE, name, float(values.min()), f">= {at_least}")
            if above is not None and (values <= above).any():
                raise EsepError(ErrorCode.OUT_OF_RANGE, name, float(values.min()), f"> {above}")


def _numbers(name: str, value: object) -> Array:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise EsepError(ErrorCode.NOT_A_NUMBER, name, value) from error
    if not np.isfinite(array).all():
        raise EsepError(ErrorCode.NOT_A_NUMBER, name, value)
    return array


def is_zero(value: Array) -> bool:
    """Whether a value is one plain zero for the whole batch, so that what it multiplies can be left out."""
    return value.ndim == 0 and value == 0


def ceiling(value: Array) -> Array:
    """Round to 9 decimals, then up (docs/ledger.md §1.2)."""
    result: Array = np.ceil(np.round(value, 9))
    return result


def growth(rate_per_year: Array, months: Array) -> Array:
    """(1 + g)^(t/12), docs/ledger.md §1.4; one plain 1 where nothing grows."""
    if is_zero(rate_per_year):
        return np.ones(())
    result: Array = np.exp(np.log1p(rate_per_year) * (months / 12.0))
    return result
