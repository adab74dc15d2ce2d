"""A box that is lifted off the floor: does it swing on the fingers' springs (Kry 2005, 5.2)?

The floor holds the box like a latch while the springs load. Once it lets go, box and fingers are a
mass on a spring: without damping it swings at ω = √(k/m). The same seeded grip lifts a light box
and a heavy one, with the damping that `Setting` ships and without any. What is told is the RMS
acceleration over what the hand does itself, as vibration is told elsewhere: slow sagging counts
little, and nothing has to be filtered.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.synthesis.analytic import block_body, resting_block, tips_on, together
from prehensile.bench.synthesis.grasped_ball import TIP_RADIUS
from prehensile.bench.synthesis.slipping import opposed_angles
from prehensile.forks.contact.surface import Block
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.synthesis.body import Body
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.damping import DAMPING
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.structure import HandStructure

MASSES = (0.012, 0.18)
"""[kg] the small box of Figure 5.5, and an apple"""
REFERENCE = {
    "vibration_ratio": "≤ 0.3 (the larger of 12 g and 180 g)",
    "vibration_ratio_by_mass": "medians",
    "vibration_held": "all of 10, both masses",
}
HALF = 0.045
"""[m] of the faces that are gripped"""
DEEP = 0.01
"""[m] by which the reference has the fingertips inside: 5 to 8 N of all fingers together"""
OPEN = 0.002
"""[m] of air at each fingertip before"""
CLOSED, LIFTED, WATCHED = 0.4, 0.6, 1.0
"""[s] until the fingers are closed, until the hand goes up; after lift-off"""
HEIGHT, LIFT_S = 0.04, 0.7
"""[m], [s] of the lab's box"""
SLID = 0.02
"""[m] down the fingers, by which a box was not held"""
FLOOR, BOX = 0, 1
"""rows of the bodies"""


class Lift(NamedTuple):
    """What a seed is."""

    digits: tuple[str, ...]
    thick: float
    """[m]"""
    friction: float
    """of skin and of the floor"""
    azimuth: float
    """[rad] of the hand about the way through the box"""


class Lifted(NamedTuple):
    """What became of a box."""

    time: np.ndarray
    """(T,) [s]"""
    T_hand_box: np.ndarray
    """(T, 4, 4) less the way of the hand: it starts at the box's place in the world"""
    load: np.ndarray
    """(T,) [N] that the floor bears"""
    size: np.ndarray
    """(3,) [m] half"""
    held: bool
    unsolved: int = 0
    """steps"""

    @property
    def off(self) -> int:
        """First frame after the floor bears it for the last time."""
        return int(np.flatnonzero(self.load > 0).max(initial=-1)) + 1

    def vibration(self) -> float:
        """[m/s²] RMS over corners and the second after lift-off, over what the hand does."""
        after = self.T_hand_box[self.off :]
        corners = se3.apply(after[:, None], np.array(list(product(*([-s, s] for s in self.size)))))
        h = float(self.time[1] - self.time[0])
        faster = np.diff(corners, 2, axis=0)[: round(WATCHED / h)] / h**2
        return float(np.sqrt((faster**2).sum(axis=2).mean()))


def drawn_lift(seed: int) -> Lift:
    """A thumb and one to three fingers on a box, turned anyhow about the way through it."""
    rng = np.random.default_rng(seed)
    return Lift(
        DIGITS[: int(rng.integers(2, 5))], rng.uniform(0.03, 0.05), rng.uniform(0.6, 0.9),
        rng.uniform(0, 2 * np.pi),
    )  # fmt: skip


def lifted(lift: Lift, mass: float, damping: float = DAMPING) -> Lifted:
    """Grip a box that stands on the floor, and lift it.

    Args:
        lift: the grip.
        mass: [kg] of the box.
        damping: [Ns/m] for each newton.
    """
    hand, size = Hand(), (0.5 * lift.thick, HALF, HALF)
    opened, closed, T = _gripping(lift)
    tips = [hand.segments[TIP_SEGMENT[d]] for d in lift.digits]
    pads = np.array([tip.pad for tip in tips if tip.pad is not None])
    geometry = together(
        tips_on(
            Block(size), BOX, lift.friction,
            [list(hand.segments).index(tip.name) for tip in tips],
            pads - TIP_RADIUS * np.array([tip.palmar for tip in tips]), TIP_RADIUS, torsion=0.003,
        ),
        resting_block(size, BOX, FLOOR, lift.friction),
    )  # fmt: skip
    bodies, root = (Body("floor"), block_body("box", size, mass)), np.zeros(3)
    start = np.tile(np.eye(4), (2, 1, 1))
    start[BOX, 2, 3] = HALF
    setting = Setting(HandStructure(hand), bodies, damping=damping)
    C = assumed_compliance(hand).of(hand)
    s = Simulation(setting, geometry, C, Reference(np.append(opened, root), T), start)
    h = setting.timestep
    time = h * np.arange(1, round((LIFTED + LIFT_S + WATCHED) / h))
    up = HEIGHT * minimum_jerk(np.clip((time - LIFTED) / LIFT_S, 0, 1))[0]
    boxes, load = np.empty((len(time), 4, 4)), np.empty(len(time))
    for k, share in enumerate(np.minimum(time / CLOSED, 1.0)):
        base = T.copy()
        base[2, 3] += up[k]
        below = s.contacts.upper == BOX
        q = opened + share * (closed - opened)
        load[k] = s.step(Reference(np.append(q, root), base)).wrench[below, 2].sum()
        boxes[k] = s.state.T_bodies[BOX]
        boxes[k, 2, 3] -= up[k]
    held = bool(load[-1] == 0 and boxes[-1, 2, 3] > HALF - SLID)
    return Lifted(time, boxes, load, np.array(size), held, len(s.unsolved))


@cache
def _gripping(lift: Lift) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angles (dof,) open and closed, and T_world_forearm about a box that stands at (0, 0)."""
    hand, rows = Hand(), [DIGITS.index(d) for d in lift.digits]
    apart = lift.thick + 2 * TIP_RADIUS
    closed = opposed_angles(hand, lift.digits, apart - 2 * DEEP)
    opened = opposed_angles(hand, lift.digits, apart + 2 * OPEN, closed)
    points, normals = pad_positions(hand, opened)
    balls = points[rows] - TIP_RADIUS * normals[rows]
    x = balls[0] - balls[1:].mean(axis=0)
    x /= np.linalg.norm(x)
    y = np.cross(x, np.eye(3)[np.abs(x).argmin()])
    y /= np.linalg.norm(y)
    box = np.eye(4)
    box[:3, :3] = np.stack([x, y, np.cross(x, y)], axis=1) @ so3.exp(
        np.array([lift.azimuth, 0.0, 0.0])
    )
    box[:3, 3] = 0.5 * (balls[0] + balls[1:].mean(axis=0))
    T = se3.inverse(box)
    T[2, 3] += HALF
    return opened, closed, T


def vibration_figures(seeds: Iterable[int]) -> dict[str, Any]:
    """With the shipped damping over without, medians over some grips."""
    lifts = [drawn_lift(seed) for seed in seeds]
    ratios, held, unsolved = {}, 0, 0
    for mass in MASSES:
        damped = [lifted(lift, mass) for lift in lifts]
        free = [lifted(lift, mass, 0.0) for lift in lifts]
        held += sum(one.held for one in damped)
        unsolved += sum(one.unsolved for one in (*damped, *free))
        both = zip(damped, free, strict=True)
        ratios[f"{1e3 * mass:g} g"] = float(
            np.median([a.vibration() / b.vibration() for a, b in both])
        )
    return {
        "vibration_ratio": max(ratios.values()),
        "vibration_ratio_by_mass": ratios,
        "vibration_held": held,
        "unsolved_steps": unsolved,
    }
