"""The numbers of a pasted Hugging Face ``config.json``, read with faults laid to their names."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from calc.errors import ErrorCode, EsepError

UNKNOWN_DOOR = "given"
"""The workload kind that needs no architecture."""

MOST = 100_000_000
"""Largest width or count believed."""

Config = Mapping[str, JsonValue]


def unknown_architecture(field: str, family: str) -> EsepError:
    """Say that a layer is not known; the way out is a workload of the kind ``given``."""
    return EsepError(ErrorCode.UNKNOWN_ARCHITECTURE, field, family, UNKNOWN_DOOR)


@dataclass(frozen=True, slots=True)
class Fields:
    """The numbers of a configuration, read with faults laid to ``<field>.<name>``."""

    config: Config
    field: str

    def whole(self, *names: str, default: int | None = None, least: int = 1) -> int:
        """The first of several names that is given and not null; a list of equal numbers is that number.

        Raises
        ------
        EsepError
            ``missing`` without a default, ``not_whole``, ``out_of_range``.
        """
        name = next((name for name in names if self.config.get(name) is not None), names[0])
        value = self.config.get(name)
        if value is None:
            if default is None:
                raise EsepError(ErrorCode.MISSING, f"{self.field}.{name}", "", f"{least}..{MOST}")
            return default
        if isinstance(value, list) and value and all(one == value[0] for one in value):
            value = value[0]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise EsepError(ErrorCode.NOT_WHOLE, f"{self.field}.{name}", value, f"{least}..{MOST}")
        if not least <= value <= MOST:
            raise EsepError(ErrorCode.OUT_OF_RANGE, f"{self.field}.{name}", value, f"{least}..{MOST}")
        return value

    def flag(self, *names: str, default: bool = False) -> bool:
        """The first of several true-or-false names that is given and not null.

        Raises
        ------
        EsepError
            ``wrong_type``.
        """
        name = next((name for name in names if self.config.get(name) is not None), names[0])
        value = self.config.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise EsepError(ErrorCode.WRONG_TYPE, f"{self.field}.{name}", value, "true | false")
        return value

    def part(self, name: str) -> "Fields":
        """An object inside the configuration; empty where it is not given."""
        inner = self.config.get(name)
        return Fields(inner if isinstance(inner, dict) else {}, f"{self.field}.{name}")

    def kinds(self, *names: str) -> list[str]:
        """A list of names, one a layer, or the letters of a pattern; empty where none is given."""
        value = next((self.config[name] for name in names if self.config.get(name)), None)
        return [str(one) for one in value] if isinstance(value, list | str) else []
