"""Where to grasp with a style: one hand shape, opened and closed, laid against an object.

Beyond Pollard & Zordan 2005, who leave the wrist to the animator. The style has one line from its
open to its gripping pose. The object is thought to lie in the palm, or between the pads; its girth
says where along the line every digit will meet it. The thumb of a recording may lie beside the
hand: how far it is brought round to oppose the fingers is tried too.
"""

from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.candidate import FURTHEST, Candidate
from prehensile.control.place.graspable import DEEP, Hollow, Section, perpendicular, sections
from prehensile.control.place.needed_grip import needed_grip
from prehensile.control.place.placement import Placement, Promise
from prehensile.control.place.preshape import preshaped
from prehensile.control.place.stand import On
from prehensile.control.place.surroundings import Surroundings, surroundings
from prehensile.control.place.wrap import Shut
from prehensile.hand.corpus import CorpusPose, GraspObject
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions
from prehensile.world.objects.object import Object

OPPOSITIONS = (0.0, 20.0, 40.0)
"""[degrees] added to the abduction of the thumb's root"""
OPPOSES = "thumb_cmc_abd"
"""The joint that brings the thumb round to the fingers."""
RADII = (0.006, 0.01, 0.015, 0.021, 0.028, 0.036, 0.045, 0.054, 0.063)
"""[m] for which placements are made"""
IN_PALM = (0.078, 0.0, -0.017)
"""(3,) [m] where the surface of what lies in the palm touches it, mean right hand"""
ACROSS = ((0.45, 0.89, 0.0), (0.0, 1.0, 0.0))
"""Axes of long things in the palm, palm frame"""
PINCHED = ((0.0, 1.0, 0.0), (0.7, 0.0, -0.7))
"""Axes of long things between the pads, palm frame, before they are turned across the line from pad
to pad"""
APERTURE_ERROR = 0.006
"""[m] by which the pads may miss the girth"""
LONG = 0.07
"""[m] half the length of long things"""
MEETS = 0.02
"""[m] Fingers whose pads come this near to the thumb's pinch with it."""
WRAPS = 1.0
"""[rad] that the joints of every finger close together, in a hand that wraps things"""
IN_TOUCH = 0.004
"""[m] between palm and surface, at which what is pulled into the palm will rest against it"""
MOST_EFFORT = 60.0
"""Grip over the least that friction allows, beyond which it is hopeless anyway"""
FAR = 0.04
"""[m] of a section's middle from the centre of mass that costs one point"""
PALM_BONUS = 0.5
"""What it is worth that the palm rests against the object"""
IN_HOLLOW = 1.0
"""What it costs to hold a cup by its inside"""
SIDE = 0.4
"""What coming from the side is worth for something tall"""
NEAR = 0.25
"""Two placements whose matrices differ less are the same."""


class StylePlacement(Placement):
    """The one hand shape of a style, for a virtual object of one girth after the other."""

    closed_per_pose = 6
    looked_at_per_pose = 24
    worst_fit = 0.2

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        up = self.scene.up
        size = np.ptp(self.scene.points @ np.column_stack([up, *perpendicular(up)]), axis=0)
        self._across = np.zeros(3)
        self._hollow = Hollow(self.scene.points)
        self._upright = float(np.tanh(2 * np.log(size[0] / size[1:].min())))

    def opposing(self, axis: np.ndarray) -> np.ndarray:
        """From pad to pad, for what is pinched."""
        if self.entry.kind == "power":
            return super().opposing(axis)
        return self._across

    def with_thing(
        self, entry: CorpusPose, thing: GraspObject, across: np.ndarray
    ) -> "StylePlacement":
        """The same hand opening and closing alike, for another virtual object; what is pinched lies
        between pads opposed along ``across`` (3,).
        """
        other = copy(self)
        other.entry, other.thing, other._across = entry, thing, across
        return other

    def misshape(self, s: Section) -> float:
        """What shape and size cost there, and what it costs to hold it far from its middle."""
        away = float(np.linalg.norm(s.centre - self.scene.com))
        return super().misshape(s) + away / FAR

    def posture(self, T: np.ndarray) -> np.ndarray:
        """What every grasp prefers; tall things are taken from the side, flat ones from above."""
        from_above = T[..., :3, 2] @ self.scene.up
        return super().posture(T) + SIDE * self._upright * (0.5 - from_above)

    def promise(self, shut: Shut, points: np.ndarray) -> Promise:
        """Contacts that could carry it with little force, and the palm at it."""
        scene, touched = self.scene, shut.where
        to_palm = self.palm.distance(points).min(axis=1)
        rests = to_palm.min() < IN_TOUCH
        if rests:
            touched = np.append(touched, to_palm.argmin())
        at, pushes = scene.points[touched], -scene.normals[touched]
        need = needed_grip(at, pushes, scene.com, scene.up, scene.friction, scene.torsion)
        effort = np.log(min(need * scene.friction, MOST_EFFORT))
        inside = (self._hollow.depth(at) > DEEP).any()
        worth = -effort - IN_HOLLOW * inside
        return Promise(worth + (PALM_BONUS if rests else 0.0), need)


def style_candidates(
    style: GraspStyle,
    hand: Hand,
    obj: Object,
    T_world_object: np.ndarray,
    rng: np.random.Generator,
    most: int = 12,
    on: On = "table",
    laid: Callable[..., StylePlacement] = StylePlacement,
    shape: bool = True,
) -> list[Candidate]:
    """Ways to grasp with a style made for this hand, best first.

    Args:
        style: of this hand.
        hand: that grasps.
        obj: what stands there.
        T_world_object: (4, 4)
        rng: for points on the surface.
        most: as many at most.
        on: what the object rests on.
        laid: makes what lays the hand against the object, from what a `Placement` takes.
        shape: whether the hand comes along each candidate's own way, and may be shaped for it.
    """
    scene = surroundings(obj, T_world_object, rng, on)
    slices = sections(obj, scene.points)
    found: list[Candidate] = []
    for opposition in OPPOSITIONS:
        found += _with_thumb(style, hand, scene, slices, opposition, laid)
    found.sort(key=lambda c: -c.score)
    varied = _varied(found, most)
    return [preshaped(c, hand, scene) for c in varied] if shape else varied


def opposition_of(candidate: Candidate, style: GraspStyle, hand: Hand) -> float:
    """[rad] that a candidate adds to the abduction of the style's thumb."""
    k = hand.joint_index(OPPOSES)
    return float(candidate.q_open[k] - style.poses(hand)[0][k])


def opposed_poses(
    style: GraspStyle, hand: Hand, degrees: float
) -> tuple[np.ndarray, np.ndarray] | None:
    """(dof,) [rad] The style's open and gripping poses, with the thumb brought round by so much;
    None where it was opposed already.
    """
    wide, grip = (q.copy() for q in style.poses(hand))
    k = hand.joint_index(OPPOSES)
    for q in (wide, grip):
        q[k] += np.radians(degrees)
    if degrees and wide[k] > hand.upper[k]:
        return None
    grip[k] = min(grip[k], hand.upper[k])
    return wide, grip


def _with_thumb(
    style: GraspStyle,
    hand: Hand,
    scene: Surroundings,
    slices: list[Section],
    degrees: float,
    laid: Callable[..., StylePlacement],
) -> list[Candidate]:
    poses = opposed_poses(style, hand, degrees)
    if poses is None:
        return []
    wide, grip = poses
    found: list[Candidate] = []
    placement: StylePlacement | None = None
    for radius in RADII:
        if not any(abs(np.log(s.radius / radius)) < StylePlacement.worst_fit for s in slices):
            continue
        for kind, thing, across in _things(hand, wide, grip, radius):
            name = f"{style.name}, {kind}, {2e3 * radius:.0f} mm, thumb +{degrees:.0f}°"
            entry = CorpusPose(name, name, None, kind, "abducted", grip, thing)
            if placement is None:
                placement = laid(hand, entry, thing, scene, wide, FURTHEST * (grip - wide))
            found += placement.with_thing(entry, thing, across).candidates(slices)
    return found


def _things(
    hand: Hand, wide: np.ndarray, grip: np.ndarray, radius: float
) -> list[tuple[str, GraspObject, np.ndarray]]:
    """Virtual objects of one girth that this hand could hold, how, and the line (3,) from pad to
    pad in the palm frame of this hand.
    """
    found: list[tuple[str, GraspObject, np.ndarray]] = []
    if _wraps(hand, grip - wide):
        centre = np.array(IN_PALM) - [0.0, 0.0, radius]
        things = _shapes(radius, centre, np.array(ACROSS), DIGITS)
        found += [("power", thing, np.zeros(3)) for thing in things]
    shares = np.linspace(0, FURTHEST, 33)
    q = np.clip(wide + shares[:, None] * (grip - wide), hand.lower, hand.upper)
    pads, _ = pad_positions(hand, q)
    apart = np.linalg.norm(pads[:, 1:] - pads[:, :1], axis=2)
    meeting = [0, *(1 + np.flatnonzero(apart.min(axis=0) < MEETS))]
    if len(meeting) == 1:
        return found
    fingers = pads[:, meeting[1:]].mean(axis=1)
    error = np.abs(np.linalg.norm(fingers - pads[:, 0], axis=1) - 2 * radius)
    best = int(error.argmin())
    if error[best] < APERTURE_ERROR:
        middle, across = 0.5 * (fingers[best] + pads[best, 0]), fingers[best] - pads[best, 0]
        # Virtual objects are for right hands.
        mirror = np.array([1.0, 1.0 if hand.side == "right" else -1.0, 1.0])
        line = mirror * across / np.linalg.norm(across)
        axes = np.array(PINCHED) - np.outer(np.array(PINCHED) @ line, line)
        pinching = tuple(DIGITS[d] for d in meeting)
        things = _shapes(radius, mirror * middle, axes, pinching)
        found += [("precision", thing, across) for thing in things]
    return found


def _wraps(hand: Hand, closing: np.ndarray) -> bool:
    """Whether all fingers close, so that something can lie in the palm."""
    return all(
        sum(closing[hand.joint_index(f"{f}_{j}_flex")] for j in ("mcp", "pip", "dip")) > WRAPS
        for f in DIGITS[1:]
    )


def _shapes(
    radius: float,
    centre: np.ndarray,
    axes: np.ndarray,
    touch: tuple[str, ...],
) -> list[GraspObject]:
    ball = GraspObject("sphere", (radius,), centre, np.array([0.0, 0.0, 1.0]), touch)
    return [
        ball,
        *(
            GraspObject("cylinder", (radius, LONG), centre, a / np.linalg.norm(a), touch)
            for a in axes
        ),
    ]


def _varied(found: list[Candidate], most: int) -> list[Candidate]:
    """The first ``most`` that differ in place or thumb."""
    chosen: list[Candidate] = []
    for c in found:
        same = any(
            np.linalg.norm(o.T_object_palm - c.T_object_palm) < NEAR
            and np.array_equal(o.q_open, c.q_open)
            for o in chosen
        )
        if not same:
            chosen.append(c)
        if len(chosen) == most:
            break
    return chosen
