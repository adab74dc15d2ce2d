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
from prehensile.control.example.opposition import OPPOSITIONS, opposed_poses
from prehensile.control.place.approach import Wrist, clear_wrist
from prehensile.control.place.candidate import FURTHEST, Candidate
from prehensile.control.place.graspable import Hollow, Section, perpendicular
from prehensile.control.place.looks.forearm import Forearms
from prehensile.control.place.looks.promised_looks import FromThePerson
from prehensile.control.place.needed_grip import needed_grip
from prehensile.control.place.picked import gently, picked, promises
from prehensile.control.place.placement import Placement, Promise
from prehensile.control.place.places import places
from prehensile.control.place.preferred import Preferred
from prehensile.control.place.preshape import preshaped
from prehensile.control.place.rim import rim
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import On
from prehensile.control.place.style_things import Thing, style_things
from prehensile.control.place.surroundings import Surroundings, surroundings
from prehensile.control.place.way_from import clear_way_from
from prehensile.control.place.wishes import NO_WISHES, Wishes
from prehensile.control.place.wrap import Shut
from prehensile.control.worked_out import once
from prehensile.hand.corpus import CorpusPose
from prehensile.hand.hand import Hand
from prehensile.kinematics.capsules import Capsules
from prehensile.quality.judge.likeness import PERSON
from prehensile.world.objects.object import Object

RADII = (0.003, 0.0042, 0.006, 0.0078, 0.01, 0.015, 0.021, 0.028, 0.036, 0.045, 0.054, 0.063)
"""[m] for which placements are made"""
IN_TOUCH = 0.004
"""[m] between palm and surface, at which what is pulled into the palm will rest against it"""
MOST_EFFORT = 60.0
"""Grip over the least that friction allows, beyond which it is hopeless anyway"""
PALM_BONUS = 0.5
"""What it is worth that the palm rests against the object, in a hand that wraps it"""
PALM_COST = 2.0
"""What it costs where fingertips hold it, or where it would vanish into the fist"""
SMALL = 0.06
"""[m] of the longest side, under which things are held by the digits alone"""
IN_HOLLOW = 1.0
"""What it costs to hold a cup by its inside"""
FACING = 0.8
"""What it is worth that a hand comes with its back or its wrist to where it shall come from"""
SIDE = 0.4
"""What coming from the side is worth for something tall"""
TWISTED, EASY = 2.5, 0.25
"""What it costs to turn the forearm beyond palm down, thumb towards the ground, or beyond thumb up,
palm to the ceiling; and the sine of what costs nothing"""
TILTED = 2.0
"""What it costs that fingertips press on an upright line, and not on a level one"""
LIES = 0.7
"""Cosine of the angle to the vertical, below which an axis lies"""


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
        self.hollow = Hollow(self.scene.points)
        """where fingers are inside the object"""
        self._upright = float(np.tanh(2 * np.log(size[0] / size[1:].min())))
        self._small = float(size.max()) < SMALL
        self._style_kind = "power"
        self.preferred: Preferred | None = None
        """what places are worth; nothing if None"""
        self.sought: Sought | None = None
        """where someone wants it taken; anywhere if None"""
        self.comes_from: np.ndarray | None = None
        """(3,) unit, object frame, from where the hand shall come; anywhere if None"""
        self.forearms: Forearms | None = None
        """seen by who stands there; the same from anywhere if None"""

    def opposing(self, axis: np.ndarray) -> np.ndarray:
        """From pad to pad, for what is pinched."""
        if self.entry.kind == "power":
            return super().opposing(axis)
        return self._across

    def with_thing(self, kind: str, entry: CorpusPose, thing: Thing) -> "StylePlacement":
        """The same hand opening and closing alike, for another virtual object; ``kind`` is that of
        the style.
        """
        other = copy(self)
        other.entry, other.thing, other._across = entry, thing.object, thing.across
        other._style_kind = kind
        return other

    def enough(self, touching: np.ndarray) -> bool:
        """The thumb against a finger; fingers alone where they hook."""
        if self._style_kind == "hook":
            return touching[1:].sum() >= 2
        return super().enough(touching)

    def misshape(self, s: Section) -> float:
        """What shape and size cost there, less what the place is worth."""
        return super().misshape(s) - s.worth

    def posture(self, T: np.ndarray) -> np.ndarray:
        """What every grasp prefers; tall things are taken from the side, flat ones from above."""
        up = self.scene.up
        from_above = T[..., :3, 2] @ up
        worth = super().posture(T) + SIDE * self._upright * (0.5 - from_above)
        if self.comes_from is not None:
            # A hand comes with its back or its wrist behind it.
            behind = np.maximum(T[..., :3, 2] @ self.comes_from, -T[..., :3, 0] @ self.comes_from)
            worth = worth + FACING * behind
        thumb = T[..., :3, 1] @ up * (1.0 if self.hand.side == "right" else -1.0)
        turned_in, turned_out = (np.maximum(-v - EASY, 0) for v in (thumb, from_above))
        worth = worth - TWISTED * (turned_in + turned_out)
        if self._style_kind in ("pinch", "tripod"):
            line = self._across / np.linalg.norm(self._across)
            worth = worth - TILTED * np.abs(T[..., :3, :3] @ line @ up)
        return worth if self.forearms is None else worth + self.forearms.worth(T)

    def wrist(self, T: np.ndarray) -> Wrist | None:
        """The least bent of those that a person would have, if one keeps the forearm clear."""
        if self.forearms is None:
            return super().wrist(T)
        return clear_wrist(self.forearms.easiest_first(T), self.scene, T)

    def way_in(self, T: np.ndarray, whole: Capsules, wrist: Wrist) -> np.ndarray | None:
        """From where it shall come, if it is clear; where nobody says so the first that is."""
        if self.comes_from is None:
            return super().way_in(T, whole, wrist)
        return clear_way_from(self.comes_from, self.scene, self.hand.side, T, whole, wrist)

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
        inside = self.hollow.holds(at).any()
        worth = -effort - IN_HOLLOW * inside
        if rests:
            welcome = self._style_kind == "power" and not self._small
            worth += PALM_BONUS if welcome else -PALM_COST
        if self.preferred is not None:
            worth += self.preferred.touched(shut.where)
        if self.sought is not None:
            worth += self.sought.worth(scene.points[shut.where])
        return Promise(worth, need)


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
    wishes: Wishes = NO_WISHES,
    pick: Callable[[list[Candidate], int], list[Candidate]] | None = None,
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
        wishes: where, from where and what for; `Wishes.pose` and `Wishes.fingers` are the style's.
            If nothing meets them, what comes nearest is found.
        pick: chooses ``most`` of them, given best first; those that differ a little if None.

    Raises:
        UnknownNameError, InputError: wishes that this object cannot meet.
    """
    sought = Sought(obj, wishes)
    scene = surroundings(obj, T_world_object, rng, on)
    top = rim(scene) if style.kind == "disk" else None
    fingertips = style.kind in ("pinch", "tripod")
    where = places(obj, scene, sought, () if top is None else (top,), walls=fingertips)
    found: list[Candidate] = []
    world, R = wishes.comes_from(hand.side), T_world_object[:3, :3]
    person = R.T @ PERSON
    slices = where.sections
    if style.kind in ("pinch", "tripod", "lateral"):
        slices = [*slices, *_levelled(slices, scene.up)]

    def told(*args: Any) -> StylePlacement:
        placement = laid(*args)
        placement.preferred, placement.hollow = where.preferred, where.preferred.hollow
        placement.sought = sought
        placement.forearms = Forearms(hand, placement.wrists, scene.up, person)
        placement.comes_from = None if world is None else R.T @ world
        return placement

    stands = scene.points.tobytes(), T_world_object.tobytes(), on
    key = laid, style.content, *stands, wishes
    for opposition in (0.0,) if style.opposed else OPPOSITIONS:
        about = style, hand, scene, slices, opposition, told
        found += once((obj, hand), (key, opposition), lambda about=about: _with_thumb(*about))
    found.sort(key=lambda c: -c.score)
    preferred = where.preferred
    does = [sought.likely(c.touched) and promises(c, preferred) for c in found]
    wanted = [c for c, ok in zip(found, does, strict=True) if ok]
    others = [c for c, ok in zip(found, does, strict=True) if not ok]
    seen = FromThePerson(hand, style.fingers, T_world_object)
    wanted, others = seen.ranked(wanted, most), seen.ranked(others, most)
    chosen = pick([*wanted, *others], most) if pick else picked(wanted, others, most, preferred)
    chosen = [gently(c, preferred) for c in chosen]
    return [preshaped(c, hand, scene) for c in chosen] if shape else chosen


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
        for thing in style_things(style, hand, wide, grip, radius):
            name = f"{style.name}, {thing.kind}, {2e3 * radius:.0f} mm, thumb +{degrees:.0f}°"
            entry = CorpusPose(name, name, None, thing.kind, "abducted", grip, thing.object)
            if placement is None:
                travel = FURTHEST * (grip - wide)
                placement = laid(hand, entry, thing.object, scene, wide, travel)
            found += placement.with_thing(style.kind, entry, thing).candidates(slices)
    return found


def _levelled(slices: list[Section], up: np.ndarray) -> list[Section]:
    """What lies there, taken from its sides: digits that press on a level line."""
    lying = [s for s in slices if s.across is None and abs(s.axis @ up) < LIES]
    return [s._replace(across=_level_across(s.axis, up)) for s in lying]


def _level_across(axis: np.ndarray, up: np.ndarray) -> np.ndarray:
    """(3,) unit, level and across an axis (3,) that is not upright."""
    level = np.cross(up, axis)
    return level / np.linalg.norm(level)
