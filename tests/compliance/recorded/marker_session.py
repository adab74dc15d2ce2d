"""Markers of a hand whose sizes, places, slip and angles are known."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.markers import Markers
from prehensile.compliance.recorded.digit_chain import DigitChain, Glued
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.marker_site import site_offset

SLIP = 1e-3
RATE = 200.0


class Marked(NamedTuple):
    """What was seen, and the truth."""

    stream: Stream
    hand: Hand
    glued: dict[str, Glued]
    q: np.ndarray
    """(T, n) [rad] of the index finger's chain"""
    chain: DigitChain


def marked(seed: int = 0, seconds: float = 12.0, noise: float = 3e-4) -> Marked:
    """An index finger and the wrist that wave; the forearm held at the origin."""
    rng = np.random.default_rng(seed)
    hand = HandSpec.sample(rng).build()
    chain = DigitChain(hand, TIP_SEGMENT["index"])
    on_way = {link.name for link in chain.links}
    glued = {
        name: Glued(
            site.segment,
            site_offset(hand, site) + rng.normal(0, 1.5e-3, 3),
            0.0 if site.on_palm else SLIP,
        )
        for name, site in Markers().sites.items()
        if site.segment in on_way
    }
    time = np.arange(round(seconds * RATE)) / RATE
    middle = {"index_mcp_flex": 0.6, "index_pip_flex": 0.6, "index_dip_flex": 0.35}
    q = np.stack(
        [
            middle.get(name, 0.0)
            + (0.5 if name in middle else 0.15) * min(1.0, middle.get(name, 1.0) / 0.6)
            * np.sin(2 * np.pi * (0.3 + 0.13 * k) * time + k)
            for k, name in enumerate(chain.joint_names)
        ],
        axis=1,
    )  # fmt: skip
    points = chain.markers(q, list(glued.values()), np.eye(4))[0]
    points += noise * rng.normal(size=points.shape)
    stream = Stream("markers", "markers", time, points, tuple(glued), rate_hz=RATE)
    return Marked(stream, hand, glued, q, chain)
