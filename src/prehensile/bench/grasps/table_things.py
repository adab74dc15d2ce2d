"""Twelve flat things, which are taken from the table: six thin ones, six that fingers get under."""

from collections.abc import Mapping

from prehensile.bench.grasps.make.design import (
    CERAMIC,
    PAPER,
    PLASTIC,
    STEEL,
    WOOD,
    Design,
    Material,
    Piece,
)
from prehensile.bench.grasps.make.draw import as_thing
from prehensile.bench.grasps.make.flat import ELECTRONICS
from prehensile.bench.grasps.make.solids import slab, torus, turned
from prehensile.bench.grasps.rows import Row
from prehensile.bench.grasps.thing import Thing
from prehensile.world.things.block import block
from prehensile.world.things.joined import joined, moved

THINNEST = 0.003
"""[m] of the thin ones, at most"""


def table_things() -> tuple[Thing, ...]:
    """All twelve, the thin ones first."""
    return tuple(
        as_thing(design, design.kind, "thin" if thin else "flat")
        for thin, designs in ((True, _thin()), (False, _thicker()))
        for design in designs
    )


def _thin() -> list[Design]:
    return [
        _round("coin", 0.0128, 0.0022, STEEL),
        _key(),
        _slab("card", 0.0856, 0.054, 0.0009, 0.003, PLASTIC),
        _slab("ruler", 0.31, 0.03, 0.0025, 0.001, WOOD),
        _round("disc", 0.06, 0.0012, PLASTIC),
        _slab("folded paper", 0.21, 0.1, 0.0012, 0.0005, PAPER),
    ]


def _thicker() -> list[Design]:
    return [
        _slab("phone", 0.15, 0.072, 0.008, 0.01, ELECTRONICS),
        _slab("tablet", 0.24, 0.17, 0.0075, 0.01, ELECTRONICS),
        _dish("plate", 0.06, 0.1, 0.02, 0.005),
        _dish("saucer", 0.035, 0.07, 0.016, 0.004),
        _slab("thin book", 0.18, 0.11, 0.012, 0.001, PAPER),
        _slab("thick book", 0.21, 0.13, 0.03, 0.001, PAPER),
    ]


def _slab(kind: str, long: float, wide: float, thick: float, corner: float, of: Material) -> Design:
    edge = min(0.1 * thick, 0.0005)
    return Design(kind, (Piece(slab(long, wide, thick, corner, edge), of),))


def _round(kind: str, radius: float, thick: float, of: Material) -> Design:
    edge = 0.15 * thick
    body = turned(
        [(0, 0), (radius - edge, 0), (radius, edge), (radius, thick - edge), (radius - edge, thick),
         (0, thick)]
    )  # fmt: skip
    return Design(kind, (Piece(body, of),))


def _dish(kind: str, foot: float, rim: float, high: float, wall: float) -> Design:
    body = turned(
        [(0, 0), (foot, 0, 0.001), (rim, high - wall / 2, 0.001), (rim, high, 0.001),
         (foot, wall, 0.003), (0, wall)]
    )  # fmt: skip
    return Design(kind, (Piece(body, CERAMIC),))


def _key() -> Design:
    """A ring to turn it by, a shaft and two teeth, 2.4 mm thick."""
    half = 0.0012
    bow = moved(torus(0.009, 0.003, half), (0.0, 0.0, half))
    shaft = block((0.010, -0.0025, 0.0), (0.052, 0.0025, 2 * half))
    teeth = [block((x, -0.007, 0.0), (x + 0.004, 0.0, 2 * half)) for x in (0.039, 0.047)]
    return Design("key", (Piece(joined(bow, shaft, *teeth), STEEL),))


def table_figure(rows: Mapping[str, Row]) -> int | None:
    """How many were held that were taken from the table; None where nothing was recorded."""
    held = [row for row in rows.values() if row["held"] and not row.get("post")]
    return len(held) if rows else None
