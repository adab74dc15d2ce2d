"""The poses at which soft tissue is solved: one joint at a time, and mixed ones.

About six poses for every degree of freedom (Kry 2005, section 7.6); joints of two degrees get a
grid. A pose names the one it is reached from, so that a chain of them is a path.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES, WRIST_JOINTS, joint_degrees
from prehensile.skin.flesh.bind_pose import bind_angles

HINGE_POSES = 6
"""Poses of a joint of one axis."""
ABDUCTIONS, FLEXIONS = 4, 5
"""Rows and columns of the grid of a finger's knuckle; the thumb's has as many rows as columns."""
TIGHTENING = 0.6
"""Share of its range sideways that a finger loses when its knuckle is fully bent; and of its way
across the palm that a thumb loses when it is drawn back behind the palm."""
THUMB_BEND = np.radians(53.0)
"""Flexion and extension together of the thumb's CMC in life (Cooney 1981); its limits are wider."""
WHOLE_HAND = "mixed"
"""Group of the poses that move all joints."""
MIXED_POSES = 25
"""To learn from how joints act together, and as many others to judge by."""
APART = np.radians(15.0)
"""Least largest difference of an angle between a pose of one kind and any of the other."""
TOGETHER = "together"
"""Name of the mixed poses that are learned from."""
UNIFORM = "uniform"
"""Name of the poses drawn anywhere within the limits; solved only when asked for."""
UNIFORM_POSES = 6
"""How many of them: each takes minutes to solve."""
LEAST_RANGE = 0.09
"""[rad] Ranges on one side of the rest pose below this get no pose of their own."""


@dataclass(frozen=True, eq=False)
class ExamplePose:
    """One pose to solve."""

    name: str
    group: str
    """joint that it moves (``index_pip``), or `WHOLE_HAND`"""
    q: np.ndarray
    """(23,) [rad] joint angles"""
    start: str | None
    """name of the pose it is reached from; None: the rest pose"""
    unseen: bool = False
    """to judge by, not to learn from: midway between others, or mixed"""


def example_poses(hand: Hand, seed: int = 0, joints: tuple[str, ...] = ()) -> list[ExamplePose]:
    """All poses, those of one joint together and each after the one it starts from.

    Args:
        hand: gives the limits of the joints.
        seed: of the mixed and the uniform poses.
        joints: only these joints' poses, `WHOLE_HAND` or `UNIFORM`; all joints' and the mixed
            ones if left out.

    Raises:
        InputError: no such joint.
    """
    degrees = joint_degrees()
    known = (*degrees, WHOLE_HAND, UNIFORM)
    for joint in joints:
        if joint not in known:
            raise InputError(
                f"there is no joint {joint!r} that bends skin. Valid: {', '.join(known)}."
            )
    found = []
    for joint, names in degrees.items():
        if not joints or joint in joints:
            found += _hinge(hand, joint, names[0]) if len(names) == 1 else _grid(hand, joint, names)
    if not joints or WHOLE_HAND in joints:
        found += mixed_poses(hand, seed)
    if UNIFORM in joints:
        found += uniform_poses(hand, seed)
    return found


def _hinge(hand: Hand, joint: str, name: str) -> list[ExamplePose]:
    column = JOINT_NAMES.index(name)
    rest, low, high = bind_angles()[column], hand.lower[column], hand.upper[column]
    below = round(HINGE_POSES * (rest - low) / (high - low))
    below = max(below, 1) if rest - low > LEAST_RANGE else 0
    found = []
    for limit, count in ((high, HINGE_POSES - below), (low, below)):
        angles = np.linspace(rest, limit, count + 1)
        start = None
        for k in range(1, count + 1):
            if limit == high and k in (count // 2, count):
                midway = {name: 0.5 * (angles[k - 1] + angles[k])}
                found.append(_pose(joint, midway, start, unseen=True))
                start = found[-1].name
            found.append(_pose(joint, {name: angles[k]}, start))
            start = found[-1].name
    return found


def _grid(hand: Hand, joint: str, names: tuple[str, ...]) -> list[ExamplePose]:
    """Sideways first, then from every row forwards and backwards."""
    side, bend = names
    thumb = joint.startswith("thumb")
    bounds = {name: _bounds(hand, name) for name in names}
    if thumb:
        low, high = bounds[bend]
        bounds[bend] = (low, min(high, low + THUMB_BEND))
    sideways = _spaced(side, bounds[side], FLEXIONS if thumb else ABDUCTIONS)
    forwards = _spaced(bend, bounds[bend], FLEXIONS)
    middle, column = (int(np.flatnonzero(shares == 0)[0]) for shares in (sideways, forwards))
    made: dict[tuple[int, int], ExamplePose] = {}
    for i in _outwards(len(sideways), middle):
        for j in _outwards(len(forwards), column):
            if (i, j) == (middle, column):
                continue  # the rest pose itself
            s, t = sideways[i], forwards[j]
            # Limits hold for each angle alone; together they are those of an ellipse (thumb), or
            # tighten sideways as the finger bends.
            if thumb:
                s, t = s * np.sqrt(1 - t * t / 2), t * np.sqrt(1 - s * s / 2)
                t = t * (1 + TIGHTENING * min(s, 0.0)) if t > 0 else t
            else:
                s = s * (1 - TIGHTENING * max(t, 0.0))
            before = (i, _inner(j, column)) if j != column else (_inner(i, middle), j)
            start = made[before].name if before in made else None
            angles = {side: _angle(side, bounds[side], s), bend: _angle(bend, bounds[bend], t)}
            made[i, j] = _pose(joint, angles, start)
    return [*made.values(), *_midway(joint, names, made)]


def _midway(
    joint: str, names: tuple[str, ...], made: dict[tuple[int, int], ExamplePose]
) -> list[ExamplePose]:
    """The middles of the four outermost cells of a grid, each reached from one of its corners."""
    columns = [JOINT_NAMES.index(name) for name in names]
    last_i, last_j = (max(where[k] for where in made) for k in (0, 1))
    found = []
    for i in (0, last_i - 1):
        for j in (0, last_j - 1):
            cell = [(i + a, j + b) for a in (0, 1) for b in (0, 1)]
            corners = [made[at].q if at in made else bind_angles() for at in cell]
            middle = np.mean(corners, axis=0)[columns]
            start = next(made[at].name for at in cell if at in made)
            angles = dict(zip(names, middle, strict=True))
            found.append(_pose(joint, angles, start, unseen=True))
    return found


def _outwards(count: int, middle: int) -> list[int]:
    """Numbers below ``count`` from the middle up, then from below it down."""
    return [*range(middle, count), *range(middle - 1, -1, -1)]


def _inner(k: int, middle: int) -> int:
    return k - 1 if k > middle else k + 1


def _bounds(hand: Hand, name: str) -> tuple[float, float]:
    column = JOINT_NAMES.index(name)
    return float(hand.lower[column]), float(hand.upper[column])


def _spaced(name: str, bounds: tuple[float, float], count: int) -> np.ndarray:
    """Shares (count,) of the way from the rest pose to the upper bound, negative to the lower.

    Evenly spaced in angle but for the one that is the rest pose.
    """
    low, high = bounds
    angles = np.linspace(low, high, count)
    rest = bind_angles()[JOINT_NAMES.index(name)]
    away = np.abs(angles - rest)
    if min(away[0], away[-1]) > LEAST_RANGE:
        away[[0, -1]] = np.inf  # the bounds themselves stay
    angles[away.argmin()] = rest
    ways = np.where(angles > rest, high - rest, rest - low)
    return (angles - rest) / np.maximum(ways, 1e-12)


def _angle(name: str, bounds: tuple[float, float], share: float) -> float:
    """[rad] at a share of the way from the rest pose to a bound."""
    rest, (low, high) = bind_angles()[JOINT_NAMES.index(name)], bounds
    return float(rest + abs(share) * ((high if share > 0 else low) - rest))


def _pose(
    joint: str, angles: dict[str, float], start: str | None, unseen: bool = False
) -> ExamplePose:
    q = bind_angles()
    for name, angle in angles.items():
        q[JOINT_NAMES.index(name)] = angle
    degrees = "_".join(f"{np.degrees(a):+.0f}" for a in angles.values())
    return ExamplePose(f"{joint}_{degrees}", joint, q, start, unseen)


def mixed_poses(hand: Hand, seed: int) -> list[ExamplePose]:
    """Poses between two of the corpus, drawn at random: all joints move, none by itself.

    Those that are learned from are none of those that are judged by, nor near one.
    """
    rng, other = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    judged = [_mixed(hand, rng) for _ in range(MIXED_POSES)]
    learned: list[np.ndarray] = []
    while len(learned) < MIXED_POSES:
        q = _mixed(hand, other)
        if min(np.abs(q - known).max() for known in judged) > APART:
            learned.append(q)
    return [
        ExamplePose(f"{name}_{k:02d}", WHOLE_HAND, q, None, unseen=name == WHOLE_HAND)
        for name, poses in ((WHOLE_HAND, judged), (TOGETHER, learned))
        for k, q in enumerate(poses)
    ]


def uniform_poses(hand: Hand, seed: int, count: int = UNIFORM_POSES) -> list[ExamplePose]:
    """Poses drawn uniformly within the limits of the fingers and the thumb, to judge by.

    Joints are drawn independently, so most of these poses are of a kind that nobody takes; the
    wrist, which bends no skin, stays straight.
    """
    q = np.random.default_rng(seed).uniform(hand.lower, hand.upper, (count, len(hand.lower)))
    q[:, : len(WRIST_JOINTS)] = 0.0
    return [
        ExamplePose(f"{UNIFORM}_{k:02d}", WHOLE_HAND, pose, None, unseen=True)
        for k, pose in enumerate(q)
    ]


def _mixed(hand: Hand, rng: np.random.Generator) -> np.ndarray:
    known = [pose.q for pose in corpus().values()]
    one, two = rng.choice(len(known), 2, replace=False)
    q = known[one] + rng.uniform(0.2, 0.8) * (known[two] - known[one])
    q = np.clip(q, hand.lower, hand.upper)
    q[: len(WRIST_JOINTS)] = 0.0
    return q
