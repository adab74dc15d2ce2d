"""One finger's scratch or touch of the lab, played on other planks: flat, bumpy, slippery, rough.

The touch was captured on a flat plank with μ = 0.8. Its reference comes from its forces and the
subject's own springs (4.14). The other planks are fixed; their bumps are as high above the captured
surface as the gaps between them are below it.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.plank import PLANK, SIDES, WOOD
from prehensile.capture.lab.session import lab_session
from prehensile.hand.compliance import HandCompliance
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.synthesis.play.playing import RATE_HZ
from prehensile.synthesis.resynthesize import resynthesize
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import box, even_angles, lathe
from prehensile.world.scene import ObjectInScene
from prehensile.world.things.joined import joined, moved

SEED, TOUCHES, TOUCH = 0, 3, 1
"""of development; a session of so many, and the one that is played, from 0"""
FRICTIONS = {"slippery": 0.2, "rough": 0.9}
BUMP, RISE, PITCH = 0.003, 0.001, 0.004
"""[m] radius, height and distance of the bumps"""
ACROSS, ALONG = 9, 21
"""bumps, about the place that was touched"""
FELT = 0.01
"""[N] less is no touch"""


class Touched(NamedTuple):
    """What the finger felt."""

    clip: Clip
    time: np.ndarray
    """(T,) [s]"""
    pressing: np.ndarray
    """(T,) [N] down on the plank"""
    along: np.ndarray
    """(T,) [N] along its upper side"""
    steepest: float
    """largest ratio of tangential to normal force at any one contact"""
    place: np.ndarray
    """(T, 3) [m] centre of the forces; NaN where nothing is touched"""


class Captured(NamedTuple):
    """A touch of the lab."""

    clip: Clip
    compliance: HandCompliance


@cache
def captured_touch(task: str) -> Captured:
    """One touch of a short session of ``explore`` or ``scratch``."""
    truth = lab_session(task, SEED, contacts=TOUCHES, sensors=()).truth
    plans, clip = truth.plans, truth.clip
    start, end = (float(plans[k]["until"]) for k in (TOUCH - 1, TOUCH))
    hand = hand_of(clip.hands[0])
    joints = np.array([truth.compliance[name] for name in hand.joint_names])
    times = np.arange(start, min(end, clip.time[-1]), 1 / RATE_HZ)
    return Captured(clip.at_times(times), HandCompliance.assumed(hand, joints, task))


def plank(bumpy: bool, friction: float) -> Object:
    """The lab's plank; with bumps on its upper side, about the origin, if it is bumpy."""
    feel = (friction, 0.003, 1e-4)
    flat = box(SIDES, 1.0, name=PLANK, friction=feel, color=WOOD)
    if not bumpy:
        return flat
    top = 0.5 * SIDES[2]
    angle = np.linspace(-np.pi / 2, np.pi / 2, 13)
    outline = BUMP * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    outline[[0, -1], 0] = 0.0
    bead = lathe(outline, even_angles(20))
    places = [
        (PITCH * (i + 0.5 * (k % 2)), PITCH * np.sqrt(0.75) * k, top + RISE / 2 - BUMP)
        for i, k in product(_about(ALONG), _about(ACROSS))
    ]
    base = moved((flat.vertices, flat.faces.astype(np.int32)), (0.0, 0.0, -RISE / 2))
    vertices, faces = joined(base, *(moved(bead, place) for place in places))
    low = ConvexPart("box", np.array(SIDES) / 2, np.array([0.0, 0.0, -RISE / 2]))
    beads = [ConvexPart("sphere", np.array([BUMP]), np.array(place)) for place in places]
    return Object.from_mesh(PLANK, vertices, faces, (low, *beads), 1.0, friction=feel, color=WOOD)


@cache
def touched(task: str, bumpy: bool, friction: float) -> Touched:
    """Play a captured touch on another plank."""
    clip, springs = captured_touch(task)
    x, y, _ = clip.contacts.pos.mean(axis=0)
    z = float(clip.body(PLANK).pose[0, 2])
    there = ObjectInScene(plank(bumpy, friction), PLANK, (x, y, z, 1.0, 0.0, 0.0, 0.0), fixed=True)
    made = resynthesize(clip, there, springs, floor=False).clip
    c, n = made.contacts, made.n_frames
    frame = np.repeat(np.arange(n), np.diff(c.offsets))
    total, weighed = np.zeros((n, 3)), np.zeros((n, 3))
    np.add.at(total, frame, c.force)
    normal = (c.force * c.normal).sum(axis=1)
    np.add.at(weighed, frame, normal[:, None] * c.pos)
    load = np.bincount(frame, normal, n)
    load[load < FELT] = np.nan
    tangential = np.linalg.norm(c.force - normal[:, None] * c.normal, axis=1)
    ratio = tangential[normal > FELT] / normal[normal > FELT]
    return Touched(
        made, made.time, -total[:, 2], np.hypot(total[:, 0], total[:, 1]),
        float(ratio.max(initial=0.0)), weighed / load[:, None],
    )  # fmt: skip


def _about(count: int) -> range:
    return range(-(count // 2), count // 2 + 1)
