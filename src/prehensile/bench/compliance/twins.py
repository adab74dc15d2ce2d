"""Figures of judged seeds beside their twins of development."""

from collections.abc import Iterator, Mapping
from typing import Any

ENDING = "_dev"
MOST = 1.5
"""a judged figure above so many times its twin is explained in the docs"""


def above_twin(found: Mapping[str, Any]) -> list[str]:
    """Names of judged figures above `MOST` times their twin, dots between the names of objects."""
    names = []
    for name, value in found.items():
        twin = found.get(f"{name}{ENDING}")
        if twin is not None:
            names += [
                where for where, one, other in _pairs(name, value, twin) if one > MOST * other
            ]
    return names


def _pairs(name: str, one: Any, other: Any) -> Iterator[tuple[str, float, float]]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in one:
            yield from _pairs(f"{name}.{key}", one[key], other.get(key))
    elif isinstance(one, int | float) and isinstance(other, int | float):
        yield name, float(one), float(other)
