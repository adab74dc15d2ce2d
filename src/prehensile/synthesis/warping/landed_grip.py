"""`landed_grip`: the hand at a new object, fingers on their places, everything else clear of it."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import digit_segments
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.warping.moved_tips import MovedTips
from prehensile.synthesis.warping.pushed_out import HandAndObject

SETTLING = 6
"""rounds in which fingertips roll onto their places at last"""
AWAY = 20
"""rounds in which the other digits get out of the way"""
CLEAR = 0.004
"""[m] by which what does not hold the object stays away from it, if it was as far before"""
STAY, HABIT = 0.02, 0.001
"""[m/m], [m/rad] What the forearm's way and a joint's turn weigh beside a miss"""
MOST = 60
"""steps of the search"""
STEP = 1e-5
"""[m], [rad] of finite differences"""
ALL = range(len(DIGITS))


class LandedGrip(NamedTuple):
    """The hand, once there."""

    q: np.ndarray
    """(dof,) [rad]"""
    T_forearm: np.ndarray
    """(4, 4)"""
    normal: np.ndarray
    """(k, 3) out of the object where it is held, world"""
    point: np.ndarray
    """(k, 3) [m] of the fingers there, world"""
    miss: np.ndarray
    """(k, ) [m] from the places"""


def landed_grip(
    hand: Hand, pair: HandAndObject, q: np.ndarray, T_forearm: np.ndarray, T_object: np.ndarray,
    digits: np.ndarray, links: np.ndarray, points: np.ndarray, places: np.ndarray,
    clearance: np.ndarray,
) -> LandedGrip:  # fmt: skip
    """Bring fingers to places on an object, the rest out of its way.

    Args:
        hand: whose.
        pair: of the hand and the object.
        q: (dof,) [rad] to begin with.
        T_forearm: (4, 4) to begin with.
        T_object: (4, 4)
        digits: (k,) rows of those that hold it.
        points: (k, 3) [m] of theirs that touched the captured object, as they begin, world.
        places: (k, 3) [m] on its surface, world.
        links: (k,) segments with which they do.
        clearance: (S,) [m] that segments had from the captured object.
    """
    from scipy.optimize import least_squares

    lander = _Lander(hand, pair, q, T_forearm, T_object, digits, links, places, clearance)
    low, high = lander.bounds
    start = np.clip(lander.reached(places - points), low + 1e-6, high - 1e-6)
    found = least_squares(
        lander.misses, start,
        lander.slopes,  # pyright: ignore[reportArgumentType]
        bounds=(low, high), max_nfev=MOST,
    )  # fmt: skip
    posed, T = lander.settled(*lander.posed(found.x))
    c = lander.contacts(posed, T)
    rows = pair.nearest_of_links(c)[links]
    if (rows < 0).any():
        raise InputError("the fingers do not come near the new object: where does it stand?")
    return LandedGrip(
        posed, T, c.normal[rows], c.r[rows], np.linalg.norm(places - c.r[rows], axis=1)
    )


class _Lander:
    """The grip over the angles of wrist and holding digits, and the forearm's place."""

    def __init__(
        self, hand: Hand, pair: HandAndObject, q: np.ndarray, T: np.ndarray, T_object: np.ndarray,
        digits: np.ndarray, links: np.ndarray, places: np.ndarray, clearance: np.ndarray,
    ):  # fmt: skip
        self._pair, self._q, self._T, self._T_object = pair, q, T, T_object
        self._digits, self._links, self._places = digits, links, places
        self._tips, self._all = MovedTips(hand, digits), MovedTips(hand, ALL)
        self._wanted = np.minimum(clearance, CLEAR)
        names = list(hand.segments)
        # Digits that do not hold get out of the way themselves; their knuckles go with the palm.
        roots = [digit_segments(digit)[0] for digit in DIGITS]
        self._bends = [
            k for k, name in enumerate(names)
            if pair.group[k] < len(DIGITS) and pair.group[k] not in digits and name not in roots
        ]  # fmt: skip
        self._minded = np.setdiff1d(np.arange(len(names)), [*links, *self._bends])
        wrist = [k for k, name in enumerate(hand.joint_names) if name.startswith("wrist")]
        self._joints = [*wrist, *self._tips.columns]
        self._columns = [*self._joints, *range(hand.dof, hand.dof + 3)]
        room = np.full(3, np.inf)
        low, high = (x[self._joints] - q[self._joints] for x in (hand.lower, hand.upper))
        self.bounds = (
            np.append(np.minimum(low, -1e-3), -room),
            np.append(np.maximum(high, 1e-3), room),
        )
        self._weights = np.append(np.full(len(self._joints), HABIT), np.full(3, STAY))

    def reached(self, ways: np.ndarray) -> np.ndarray:
        """(n,) of the unknowns with pads moved by ways (k, 3) [m], the palm where it is."""
        q = self._tips.moved(self._q, self._T, self._tips.pads(self._q, self._T) + ways)
        return np.append((q - self._q)[self._joints], np.zeros(3))

    def posed(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Angles (dof,) and forearm (4, 4) after a change of the unknowns."""
        q, T = self._q.copy(), self._T.copy()
        q[self._joints] += x[:-3]
        T[:3, 3] += x[-3:]
        return q, T

    def contacts(self, q: np.ndarray, T: np.ndarray) -> Contacts:
        """Of the hand and the object."""
        return self._pair.contacts(np.append(q, np.zeros(3)), T, self._T_object)

    def misses(self, x: np.ndarray) -> np.ndarray:
        """[m] of places and clearances, and what the change of posture weighs."""
        q, T = self.posed(x)
        c = self.contacts(q, T)
        short = np.maximum(self._wanted - self._gaps(c), 0.0)[self._minded]
        missed = self._touching(q, T, c) - self._places
        return np.concatenate([missed.ravel(), short, self._weights * x])

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """(m, n) of the misses; skin rolls, so that no Jacobian of fixed points would do."""
        ways = STEP * np.eye(len(x))
        return np.stack(
            [(self.misses(x + d) - self.misses(x - d)) / (2 * STEP) for d in ways], axis=1
        )

    def settled(self, q: np.ndarray, T: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Angles and forearm, fingertips on the surface by the closed form, other digits clear."""
        goals, begin = self._all.pads(q, T), q
        for k in range(AWAY):
            c = self.contacts(q, T)
            rows, gap = self._pair.nearest_of_links(c), self._gaps(c)
            near = [k for k in self._bends if gap[k] < self._wanted[k]]
            if not near and k >= SETTLING:
                break
            for digit, row in zip(self._digits, rows[self._links], strict=True):
                goals[digit] -= c.gap[row] * c.normal[row] if row >= 0 else 0.0
            for k in near:
                goals[self._pair.group[k]] += (self._wanted[k] - gap[k]) * c.normal[rows[k]]
            q = self._all.moved(begin, T, goals)
        return q, T

    def _gaps(self, c: Contacts) -> np.ndarray:
        """(S,) [m], infinite beyond the margin"""
        rows = self._pair.nearest_of_links(c)
        out = np.full(len(rows), np.inf)
        out[rows >= 0] = c.gap[rows[rows >= 0]]
        return out

    def _touching(self, q: np.ndarray, T: np.ndarray, c: Contacts) -> np.ndarray:
        """(k, 3) [m] points of the holding segments nearest to the object; pads if far away."""
        rows = self._pair.nearest_of_links(c)[self._links]
        out = self._tips.pads(q, T)
        out[rows >= 0] = c.r[rows[rows >= 0]]
        return out
