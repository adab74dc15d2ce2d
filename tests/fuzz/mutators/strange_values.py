"""Values that a file may hold where an honest one holds something else."""

from random import Random
from typing import Any

PATHS = ("../canary", "../canary.stl", "{outside}/canary.stl", "/etc/passwd", "file:///etc/passwd")
"""Files that nobody gave us; ``{outside}`` is the folder in which the watched ones lie."""

INTEGERS = (
    0,
    1,
    -1,
    2,
    255,
    256,
    65535,
    2**31 - 1,
    2**31,
    2**32,
    2**63,
    10**9,
    10**400,
    -(10**400),
)
FLOATS = (
    float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 1e300, 1e30, 1e9, 1e6, -1.0, 0.0,
    -0.0, 1e-9, 1e-300, 5e-324,
)  # fmt: skip
TEXTS = (
    "", " ", "\0", "a", "nan", "1e400", "true", "\ud800", "é", "\n", "'", '"', "{", "a" * 10_000,
    "index", "right", "left", *PATHS,
)  # fmt: skip
DEEP = (30, 200, 2_000, 100_000)
"""Levels of nesting."""
DEEP_MARK = "\u2603deep "
"""A text that begins so becomes that many levels once the file is written."""


def strange_value(rng: Random) -> Any:
    """Anything that JSON holds."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(INTEGERS)
    if kind <= 2:
        return rng.choice(FLOATS)
    if kind == 3:
        return rng.choice(TEXTS)
    if kind == 4:
        return rng.choice((None, True, False))
    if kind == 5:
        return rng.choice(([], {}, [[]], [None], [{}], {"": {}}, [[1], [1, 2]]))
    if kind == 6:
        return [rng.choice((0, 0.5, "a", None))] * rng.choice((1, 2, 3, 100, 20_000))
    return DEEP_MARK + str(rng.choice(DEEP))


def changed_number(value: float, rng: Random) -> float | int:
    """A number that differs, mostly of the same type: it passes what looks at types."""
    if rng.random() < 0.4:
        strange = rng.choice(FLOATS if isinstance(value, float) else INTEGERS)
        return strange
    factor = rng.choice((-1, 0, 2, 10, 1000, 1_000_000))
    if isinstance(value, float):
        return value * factor if rng.random() < 0.7 else value + rng.choice((-1, 1e-9, 1, 1e3))
    return value * factor if rng.random() < 0.5 else value + rng.choice((-1, 1, 2))


def changed_text(value: str, rng: Random) -> str:
    """A text that differs, mostly by little."""
    kind = rng.randrange(5)
    if kind == 0 or not value:
        return rng.choice(TEXTS)
    at = rng.randrange(len(value))
    if kind == 1:
        return value[:at] + value[at + 1 :]
    if kind == 2:
        return value[:at] + rng.choice("aZ0 -_/.\\é\0") + value[at + 1 :]
    if kind == 3:
        return value * rng.choice((2, 3, 1000))
    return value[:at]
