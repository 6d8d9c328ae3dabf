"""Every benchmark of the folder: each module that has ``report()``, in the order of its name."""

import importlib
import pkgutil
import sys

import benchmarks


def main(names: list[str]) -> int:
    """Print the reports of all modules, or of those named."""
    for found in pkgutil.iter_modules(benchmarks.__path__):
        if found.name == "__main__" or (names and found.name not in names):
            continue
        report = getattr(importlib.import_module(f"benchmarks.{found.name}"), "report", None)
        if report is not None:
            print(f"== {found.name}")
            report()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
