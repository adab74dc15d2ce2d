"""Handshakes: how hard two hands press each other while they shake, and how deep they overlap."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.bench.control.on_table import JUDGED
from prehensile.control.experiments.handshake import GUEST, HOST, handshake
from prehensile.hand.spec import HandSpec

HANDSHAKE_FIGURES = {
    "handshake_newtons": "5 to 20, a person's: sum of one hand's normal forces on the other, "
    "median of the shake; least and most of a p75 and a p10 hand and three random pairs",
    "handshake_depth_mm": "at most 2: deepest overlap of the same at any time",
}
RANDOM_PAIRS = 3

Pair = tuple[HandSpec, HandSpec]


class Shaken(NamedTuple):
    """What one handshake is measured by."""

    newtons: float
    """[N] median of the shake"""
    depth: float
    """[m] most of all frames"""


def pairs() -> list[Pair]:
    """The pair of the experiment, and random adults."""
    rng = np.random.default_rng(JUDGED)
    drawn = [(HandSpec.sample(rng), HandSpec.sample(rng)) for _ in range(RANDOM_PAIRS)]
    return [(HandSpec.at_percentile(HOST), HandSpec.at_percentile(GUEST)), *drawn]


def measure_pair(pair: Pair) -> Shaken:
    """Let two hands shake and measure how hard and how deep."""
    shaken = handshake(host=pair[0], guest=pair[1])
    return Shaken(shaken.grip, float(shaken.depth.max()))


def figures(shaken: Sequence[Shaken]) -> dict[str, list[float] | float]:
    """`HANDSHAKE_FIGURES` of some handshakes."""
    newtons = [one.newtons for one in shaken]
    return {
        "handshake_newtons": [min(newtons), max(newtons)],
        "handshake_depth_mm": 1e3 * max(one.depth for one in shaken),
    }
