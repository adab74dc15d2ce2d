"""How something flat is slid over the edge of a table, and taken there.

A fingertip that presses with N drags a thing of weight w as long as μ N ≥ μₜ (N + w), with μ
between skin and thing and μₜ between thing and table: N ≥ μₜ w / (μ − μₜ). What juts out stays on
the table by itself while its centre of mass is over it; what is too narrow for that is dragged onto
the thumb, which waits below. What is light is taken between fingers from above and a thumb from
below. The weight of something heavy hangs beside them: what is below it reaches deeper in than what
is above, and the couple bears the moment. Fingers reach farther than a thumb: a dish lies on them,
as people take a plate, and the thumb is on top, near the rim.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.control.place.stand import STAND_HEIGHT, TABLE_FRICTION, near_edge, stand_pose
from prehensile.lie import se3
from prehensile.mesh.first_hit import first_hit
from prehensile.world.objects.object import Object

GRAVITY = 9.81
"""[m/s²]"""
SURELY = 1.6
"""Times what friction needs at least, that a finger presses with"""
LEAST_PRESS = 0.5
"""[N] of a finger that drags something, however light"""
FINGER = 0.019
"""[m] from one fingertip to the next"""
BESIDE_EDGE = 0.0015
"""[m] between the thumb and the table"""
ON_TABLE = 0.006
"""[m] of the table's top that a finger keeps before the edge"""
STAYS = 0.006
"""[m] from the edge to the centre of mass of what lies by itself, at least"""
DEEPEST = 0.040
"""[m] that fingertips reach under a thing: the rim of a plate is as wide"""
USUAL = 0.012
"""[m] from the rim that people take something light by"""
LEAST_HOLD = 0.008
"""[m] from the rim that it must be taken by at least, if it is let go of in between"""
LIGHT = 0.007
"""[Nm] of weight about the rim that two fingertips hold level without a couple"""
GIVES = 0.002
"""[m] that a fingertip which has dragged something gives way towards the person"""
PRESSED_OUT = 0.012
"""[m] by which a thumb below is deeper in than the fingers, for what is heavy and lies flat"""
COUPLE, NEAREST = 0.026, 0.008
"""[m] by which fingers below are deeper in than the thumb, for what is heavy; and from the rim to
whatever is above, at least"""
LEAST_LEVER = 0.002
"""[m] between thumb and fingers, along the thing: pads are that wide"""
HALF_WAY, LEAST_RIM = 0.45, 0.018
"""Share of a rim that rises over the table, and [m] of it at least, that fingers reach under"""
FOOT = 0.003
"""[m] over the table, under which a foot is"""
SPAN = 0.1
"""[m] that a hand spans from above"""
FLAT = 0.05
"""[m] thicker than this, nothing is flat"""
FLATTER = 0.6
"""times as high as it is wide, at most"""
TIP = 0.008
"""[m] radius of a fingertip"""
ACROSS_BALL = np.linspace(-0.9, 0.9, 13)
"""Places along a ball, over its radius, where it could touch something"""
MANY = 0.05
"""[Nm] of weight about the rim from which three fingers press"""


@dataclass(frozen=True)
class OverEdge:
    """Where and how hard, in the world; y falls towards the person."""

    edge: float
    """[m] y of the table's edge"""
    front: float
    """[m] y of the thing's rim where it lies"""
    depth: float
    """[m] from the rim to the centre of mass"""
    fingers: tuple[str, ...]
    """that press"""
    at: float
    """[m] from the rim to where they take it"""
    drag_at: float
    """[m] from the rim to where they drag it"""
    thumb_at: float
    """[m] from the rim to the thumb"""
    jut: float
    """[m] by which it juts out when it is taken"""
    press: float
    """[N] of all fingers while they drag"""
    couple: float
    """[N] of all fingers that bears the moment of the weight"""
    dragged: bool
    """whether the fingers drag it onto the thumb and never leave it"""
    top: float
    """[m] z of its upper side where it is dragged"""
    from_below: bool
    """whether the fingers take it from below and the thumb from above"""

    @property
    def slid(self) -> float:
        """[m] from where it lay to where it is taken."""
        return self.front - (self.edge - self.jut)


def is_thin(obj: Object) -> bool:
    """Whether no round fingertip can lift its edge: h < r (1 − sin atan μ)."""
    return height(obj) < TIP * (1 - np.sin(np.arctan(float(obj.friction[0]))))


def is_flat(obj: Object) -> bool:
    """Whether it lies flat and low, and can be slid."""
    if obj.mount is not None:
        return False
    placed = se3.apply(se3.from_pose7(stand_pose(obj)), obj.vertices)
    wide = float(np.ptp(placed[:, :2], axis=0).min())
    return height(obj) < min(FLAT, max(FLATTER * wide, 2 * TIP * 0.25))


def height(obj: Object) -> float:
    """[m] of what rests."""
    return (
        float(se3.apply(se3.from_pose7(stand_pose(obj)), obj.vertices)[:, 2].max()) - STAND_HEIGHT
    )


def needed_press(weight: float, friction: float) -> float:
    """[N] with which a finger must press at least to drag a weight [N] along; infinite if the
    table holds it faster than skin does.
    """
    if friction <= TABLE_FRICTION:
        return np.inf
    return TABLE_FRICTION * weight / (friction - TABLE_FRICTION)


def over_edge(obj: Object, thumb_radius: float) -> OverEdge | None:
    """The way to slide it; None if no finger can drag it."""
    T = se3.from_pose7(stand_pose(obj))
    com, weight = se3.apply(T, obj.com), obj.mass * GRAVITY
    profile = Profile(obj)
    front = profile.front
    depth, edge = float(com[1]) - front, near_edge(obj)
    least = needed_press(weight, float(obj.friction[0]))
    if not np.isfinite(least) or depth <= 0:
        return None
    moment = weight * depth
    beyond = thumb_radius + BESIDE_EDGE
    fingers = ("index", "middle", "ring") if moment > MANY else ("index", "middle")
    if profile.wide < 2 * FINGER:
        fingers = ("index",)
    press = max(SURELY * least, LEAST_PRESS * len(fingers))
    regrasp = depth - STAYS - beyond
    dragged, couple = regrasp < LEAST_HOLD, 0.0
    heavy = moment >= LIGHT
    from_below = not dragged and heavy and is_dish(obj)
    if dragged:
        deep = min(depth, USUAL)
        at = drag_at = deep + GIVES
        thumb_at = deep
    else:
        below = _reach_below(profile, thumb_radius) if from_below else DEEPEST
        deep = min(regrasp, below if heavy else USUAL)
        drag_at = profile.flat_from(deep + beyond + ON_TABLE)
        thumb_at = deep
        at = max(deep - PRESSED_OUT, NEAREST) if heavy else deep
        couple = weight * max(depth - deep, 0.0) / max(deep - at, LEAST_LEVER) if heavy else 0.0
    if from_below:
        at = deep
        thumb_at = min(max(deep - COUPLE, NEAREST), deep)
        lower = profile.meets(at, thumb_radius, -1.0).depth
        upper = profile.meets(thumb_at, thumb_radius, 1.0).depth
        couple = weight * max(depth - lower, 0.0) / max(lower - upper, LEAST_LEVER)
    return OverEdge(
        edge, front, depth, fingers, at, drag_at, thumb_at, deep + beyond, press, couple, dragged,
        profile.top(drag_at), from_below,
    )  # fmt: skip


def is_dish(obj: Object) -> bool:
    """Whether it is wider than a hand spans and its rim rises over the table all along, so gently
    that fingers below do not slip: neither from above nor across its foot does a hand take a plate
    from a table.
    """
    if not is_flat(obj):
        return False
    profile = Profile(obj)
    wide = min(profile.wide, profile.long) > SPAN and profile.is_closed
    return wide and profile.overhang >= LEAST_RIM and profile.rises < obj.friction[0]


def _reach_below(profile: "Profile", radius: float) -> float:
    """[m] from the rim to the middle of fingertips under a dish: half way under its rim, which is
    what people hold.
    """
    deep = min(max(HALF_WAY * profile.overhang, LEAST_RIM), DEEPEST)
    return 2 * deep - profile.meets(deep, radius, -1.0).depth


class Meeting(NamedTuple):
    """A ball that touches a thing."""

    middle: float
    """[m] z of the ball's middle"""
    depth: float
    """[m] from the rim to where it touches"""


class Profile:
    """Heights of a thing along the line through its centre of mass towards the person."""

    def __init__(self, obj: Object):
        T = se3.from_pose7(stand_pose(obj))
        self._vertices, self._faces = se3.apply(T, obj.vertices), obj.faces
        self._x = float(se3.apply(T, obj.com)[0])
        low, high = self._vertices.min(axis=0), self._vertices.max(axis=0)
        self._above, self._below = high[2] + 0.01, low[2] - 0.01
        self.wide, self.long = float(high[0] - low[0]), float(high[1] - low[1])
        """[m] along the edge, and across it"""
        ys = np.linspace(low[1] + 2e-4, high[1] - 2e-4, 80)
        hit = [y for y in ys if np.isfinite(self._ray(y, -1.0, 0.0))]
        self.front = float(hit[0]) - 2e-4 if hit else float(low[1])
        """[m] y of the rim"""

    def _ray(self, y: float, up: float, x: float) -> float:
        z = self._above if up < 0 else self._below
        origin = np.array([self._x + x, y, z])
        return first_hit(self._vertices, self._faces, origin, np.array([0.0, 0.0, up]))

    def top(self, depth: float, x: float = 0.0) -> float:
        """[m] z of the upper side, so far from the rim; that of the table where there is none."""
        far = self._ray(self.front + depth, -1.0, x)
        return self._above - far if np.isfinite(far) else STAND_HEIGHT

    def bottom(self, depth: float, x: float = 0.0) -> float:
        """[m] z of the lower side."""
        far = self._ray(self.front + depth, 1.0, x)
        return self._below + far if np.isfinite(far) else STAND_HEIGHT

    @property
    def overhang(self) -> float:
        """[m] from the rim to where it comes down to the table; 0 if it does nowhere."""
        for depth in np.arange(0.002, 0.5 * self.long, 0.002):
            if self.bottom(depth) < STAND_HEIGHT + FOOT:
                return float(depth)
        return 0.0

    @property
    def is_closed(self) -> bool:
        """Whether there is something all the way across: a plate, and no frame."""
        depths = np.linspace(0.02, 0.98, 25) * self.long
        return all(self.top(depth) > STAND_HEIGHT for depth in depths)

    @property
    def rises(self) -> float:
        """Slope of the lower side, from where it leaves the table to near the rim."""
        near = LEAST_RIM / 2
        return (self.bottom(near) - STAND_HEIGHT - FOOT) / max(self.overhang - near, FOOT)

    def meets(self, depth: float, radius: float, up: float, x: float = 0.0) -> "Meeting":
        """Where a ball with its middle so far from the rim meets it, from above or (``up`` -1) from
        below: on a slope not where its middle is.
        """
        side = self.top if up > 0 else self.bottom
        off = radius * ACROSS_BALL
        off = off[depth + off > 0]
        middle = [up * side(depth + d, x) + np.sqrt(radius**2 - d**2) for d in off]
        first = int(np.argmax(middle))
        return Meeting(float(up * middle[first]), float(depth + off[first]))

    def flat_from(self, depth: float) -> float:
        """[m] from the rim, at least ``depth``, to where it lies on the table."""
        for more in np.arange(0.0, 0.08, 0.002):
            if self.bottom(depth + more) < STAND_HEIGHT + 0.001:
                return float(depth + more)
        return depth
