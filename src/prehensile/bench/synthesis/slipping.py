"""Figure 5.8: a plate that is too heavy for the grip, with the reflex and without."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.synthesis.analytic import block_body, tips_on
from prehensile.bench.synthesis.grasped_ball import TIP_RADIUS
from prehensile.forks.contact.surface import Block
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.reflex import GripReflex, ReflexLaw
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.structure import HandStructure

REFERENCE = {
    "reflex_slip_mm": "at most a quarter of that without",
    "no_reflex_slip_mm": "",
    "reflex_held": "all of 10",
}
HALF = 0.3
"""[m] of the plate along its faces, so that it does not slip out"""
CLOSING, RESTED, WATCHED = 100, 100, 500
"""steps of 2 ms: fingers close, rest, and carry the weight"""
GRAVITY = 9.81
BLIND = ReflexLaw(most=1.0)
"""feels slip, and does nothing"""
LAST = 50
"""steps in which nothing slips any more where the plate is held; it may swing on its springs"""


class Slipping(NamedTuple):
    """One plate."""

    slip: float
    """[m] of the finger that slipped most"""
    held: bool
    unsolved: int
    """steps"""


class Grip(NamedTuple):
    """What a seed is."""

    digits: tuple[str, ...]
    thick: float
    """[m]"""
    friction: float
    deep: float
    """[m] by which the reference has the fingertips inside"""
    load: float
    """weight over what friction can carry at most"""
    azimuth: float
    """[rad] of gravity, along the faces"""


def drawn_grip(seed: int) -> Grip:
    """A thumb and one to three fingers about a plate 1.1 to 1.4 times too heavy."""
    rng = np.random.default_rng(seed)
    return Grip(
        DIGITS[: int(rng.integers(2, 5))], rng.uniform(0.03, 0.05), rng.uniform(0.4, 0.8),
        rng.uniform(0.004, 0.008), rng.uniform(1.1, 1.4), rng.uniform(0, 2 * np.pi),
    )  # fmt: skip


def opposed_angles(
    hand: Hand, digits: tuple[str, ...], apart: float, start: np.ndarray | None = None
) -> np.ndarray:
    """Angles (dof,) [rad] with the thumb's ball so far from all fingers' [m], across a plate."""
    from scipy.optimize import least_squares

    rows = [DIGITS.index(d) for d in digits]
    rest = 0.5 * (hand.lower + hand.upper) if start is None else start
    if start is None:
        rest[[hand.joint_index(f"wrist_{k}") for k in ("pro", "flex", "dev")]] = 0.0

    def miss(q: np.ndarray) -> np.ndarray:
        points, normals = pad_positions(hand, q)
        balls = points[rows] - TIP_RADIUS * normals[rows]
        across = balls[0] - balls[1:]
        x = across.mean(axis=0)
        x = x / np.linalg.norm(x)
        facing = [normals[0] + x, normals[rows[1:]].mean(axis=0) - x]
        return np.concatenate([100 * (across @ x - apart), *facing, 0.03 * (q - rest)])

    return least_squares(miss, rest).x


def gripped(grip: Grip) -> tuple[Simulation, np.ndarray]:
    """The plate between the fingers, nothing falling, and gravity's direction (3,)."""
    hand, digits, half = Hand(), grip.digits, 0.5 * grip.thick
    apart = grip.thick + 2 * TIP_RADIUS
    closed = opposed_angles(hand, digits, apart - 2 * grip.deep)
    opened = opposed_angles(hand, digits, apart + 0.004, closed)
    tips = [hand.segments[TIP_SEGMENT[d]] for d in digits]
    points, normals = pad_positions(hand, opened)
    rows = [DIGITS.index(d) for d in digits]
    balls = points[rows] - TIP_RADIUS * normals[rows]
    x = balls[0] - balls[1:].mean(axis=0)
    x /= np.linalg.norm(x)
    y = np.cross(x, np.eye(3)[np.abs(x).argmin()])
    y /= np.linalg.norm(y)
    plate = np.eye(4)
    plate[:3, :3] = np.stack([x, y, np.cross(x, y)], axis=1)
    plate[:3, 3] = 0.5 * (balls[0] + balls[1:].mean(axis=0))
    pads = np.array([tip.pad for tip in tips if tip.pad is not None])
    geometry = tips_on(
        Block((half, HALF, HALF)), 0, grip.friction,
        [list(hand.segments).index(tip.name) for tip in tips],
        pads - TIP_RADIUS * np.array([tip.palmar for tip in tips]), TIP_RADIUS, torsion=0.003,
    )  # fmt: skip
    body, root = block_body("plate", (half, HALF, HALF), 0.1), np.zeros(3)
    setting = Setting(HandStructure(hand), (body,), gravity=(0.0, 0.0, 0.0))
    first = Reference(np.append(opened, root), np.eye(4))
    s = Simulation(setting, geometry, assumed_compliance(hand).of(hand), first, plate[None])
    for k in range(CLOSING + RESTED):
        share = min(1.0, (k + 1) / CLOSING)
        s.step(Reference(np.append(opened + share * (closed - opened), root), np.eye(4)))
    R = s.state.T_bodies[0, :3, :3]
    return s, R @ [0.0, np.cos(grip.azimuth), np.sin(grip.azimuth)]


def slipping(seed: int, law: ReflexLaw | None = None) -> Slipping:
    """What becomes of it when its weight comes, all at once."""
    grip = drawn_grip(seed)
    s, down = gripped(grip)
    contacts = s.contacts
    wrench = s.step().wrench
    carries = float((contacts.friction * (wrench[:, :3] * contacts.normal).sum(axis=1)).sum())
    mass = grip.load * carries / GRAVITY
    (body,) = s.setting.bodies
    heavy = replace(body, mass=mass, inertia=body.inertia * mass / body.mass)
    reflex = GripReflex(law)
    loaded = Simulation(
        replace(s.setting, bodies=(heavy,)), s.geometry, s.compliance, s.state.reference,
        s.state.T_bodies, s.state.theta, reflex,
    )  # fmt: skip
    for _ in range(RESTED):
        loaded.step()
    loaded.setting = replace(loaded.setting, gravity=tuple(GRAVITY * down))
    slips = []
    for _ in range(WATCHED):
        loaded.step()
        slips.append(float(reflex.slipped.max(initial=0.0)))
    held = len(loaded.contacts.key) == len(grip.digits) and slips[-1] == slips[-LAST]
    return Slipping(slips[-1], held, len(s.unsolved) + len(loaded.unsolved))


def slipping_figures(seeds: Iterable[int]) -> dict[str, Any]:
    """Medians over some seeds."""
    seeds = tuple(seeds)
    found, blind = [slipping(k) for k in seeds], [slipping(k, BLIND) for k in seeds]
    return {
        "reflex_slip_mm": 1e3 * float(np.median([one.slip for one in found])),
        "no_reflex_slip_mm": 1e3 * float(np.median([one.slip for one in blind])),
        "reflex_held": sum(one.held for one in found),
        "unsolved_steps": sum(one.unsolved for one in (*found, *blind)),
    }
