"""A value reckoned once an object, when first asked for."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - used as a decorator, as functools.cached_property
    """``functools.cached_property`` without its lock, which in Python 3.11 takes longer than most values here."""

    def __init__(self, reckon: Callable[[Any], T]) -> None:
        self.reckon = reckon
        self.name = reckon.__name__
        self.__doc__ = reckon.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> "lazy[T]": ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> "T | lazy[T]":
        """The value; the next time it is found on the object itself."""
        if owner is None:
            return self
        value = self.reckon(owner)
        owner.__dict__[self.name] = value
        return value
