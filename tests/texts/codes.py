"""Every code the product can say: all enums of strings of ``calc`` and ``data``."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from enum import StrEnum

import calc
import data


def code_classes() -> list[type[StrEnum]]:
    """All ``StrEnum`` classes, each once."""
    found = {cls for package in (calc, data) for cls in _classes(package)}
    return sorted(found, key=lambda cls: (cls.__name__, cls.__module__))


def _classes(package) -> Iterator[type[StrEnum]]:
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name.rsplit(".", 1)[-1] == "__main__":
            continue
        for _, cls in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(cls, StrEnum) and cls is not StrEnum:
                yield cls
