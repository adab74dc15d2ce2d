"""When a wrist's path grasps and lets go: where it stops, or where it meets the object."""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.keyed import KeyedArm
from prehensile.errors import InputError

RATE = 120.0
"""[Hz] at which a path is looked at"""
SLOW = 0.08
"""Share of the path's highest speed: below it the arm rests"""
SLOWEST = 0.015
"""[m/s] and below this in any case"""
DIPS = 0.8
"""An arm that does not stop slows down to less than this, of its speed before and after."""
SHORTEST_STOP = 0.08
"""[s] that an arm rests, to count as stopping"""
LASTS = 0.5
"""Share of the longest stop: shorter ones are hesitations"""
COMES_DOWN = 0.02
"""[m] that the arm sinks before it puts something down"""
GOES_AWAY = 0.05
"""[m] that it then draws back"""
STILL = 0.003
"""[m] from the middle of a stop that still counts as there"""
AT_REST = 0.0003
"""[m] from there at which nothing is left to come down"""
THROWN = 0.1
"""[m/s] An arm that is faster when it lets go does not set anything down."""
AS_NEAR = 0.004
"""[m] from the nearest that still counts as there"""


class Stop(NamedTuple):
    """A time during which the arm rests."""

    begin: float
    """[s] on the path's clock"""
    end: float
    """[s] on the path's clock"""


class ArmTimes(NamedTuple):
    """What happens when, on the path's own clock [s]."""

    arrive: float
    """the hand is where it grasps"""
    depart: float
    """the arm sets out with the object"""
    release: float | None
    """the fingers open; never if None"""


def looked_at(arm: KeyedArm) -> tuple[np.ndarray, np.ndarray]:
    """Times (N,) [s] and poses (N, 7) along a path, evenly spaced."""
    count = max(int((arm.end - arm.begin) * RATE), 2) + 1
    times = np.linspace(arm.begin, arm.end, count)
    return times, arm.poses(times)


def stops(arm: KeyedArm) -> list[Stop]:
    """Where the arm rests on the way, without the rest at the beginning and the end.

    If it never does, the slowest moment between two faster ones.
    """
    times, poses = looked_at(arm)
    speed = np.linalg.norm(np.gradient(poses[:, :3], times, axis=0), axis=1)
    slow = speed < max(SLOW * speed.max(), SLOWEST)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], slow.astype(int), [0]])))
    runs = [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)]
    found = [
        _there(times[a : b + 1], poses[a : b + 1, :3])
        for a, b in runs
        if a > 0 and b < len(times) - 1 and times[b] - times[a] >= SHORTEST_STOP
    ]
    if found:
        return found
    fastest_before = np.maximum.accumulate(speed)
    fastest_after = np.maximum.accumulate(speed[::-1])[::-1]
    dips = speed < DIPS * np.minimum(fastest_before, fastest_after)
    if not dips.any():
        return []
    k = int(np.where(dips, speed, np.inf).argmin())
    return [Stop(float(times[k]), float(times[k]))]


def _there(times: np.ndarray, points: np.ndarray) -> Stop:
    """The part of a slow time (N,) in which the wrist (N, 3) is where it stops."""
    middle = len(times) // 2
    away = np.linalg.norm(points - points[middle], axis=1) > STILL
    before, after = np.flatnonzero(away[:middle]), np.flatnonzero(away[middle:])
    first = int(before[-1]) + 1 if len(before) else 0
    last = middle + int(after[0]) - 1 if len(after) else len(times) - 1
    return Stop(float(times[first]), float(times[last]))


def grasp_stop(arm: KeyedArm) -> Stop:
    """The first stop that lasts, where the object is put if nobody says where it stands.

    Raises:
        InputError: the arm never slows down.
    """
    found = stops(arm)
    if not found:
        raise InputError(
            "the path neither stops nor slows down on the way, so it does not show where to "
            "grasp: say where the object stands (--at X,Y,Z)."
        )
    longest = max(stop.end - stop.begin for stop in found)
    return next(stop for stop in found if stop.end - stop.begin >= LASTS * longest)


def meeting(arm: KeyedArm, times: np.ndarray, distance: np.ndarray, reach: float) -> Stop:
    """When the hand takes an object that stands somewhere: at the first stop beside it.

    If it does not stop there, while it is as near as it gets when it first passes.

    Args:
        arm: whose path.
        times: (N,) [s] at which distances are known.
        distance: (N,) [m] from the hand to the object where it stands.
        reach: [m] that counts as beside; some distance must be below.
    """
    for stop in stops(arm):
        if np.interp(0.5 * (stop.begin + stop.end), times, distance) < reach:
            return stop
    begin, end = _first_run(distance < reach)
    nearest = distance[begin:end].min() + AS_NEAR
    first, last = _first_run(distance[begin:end] <= nearest)
    return Stop(float(times[begin + first]), float(times[begin + last - 1]))


def _first_run(true: np.ndarray) -> tuple[int, int]:
    """Where the first run of true values begins, and where it is over."""
    first = int(np.argmax(true))
    rest = true[first:]
    return first, first + (len(rest) if rest.all() else int(np.argmin(rest)))


def release_time(arm: KeyedArm, depart: float, opening: float = 0.0) -> float | None:
    """When the object is put down: the last stop that the arm comes down to and draws back from.

    As soon as the arm has come to rest there, or earlier where too little time is left to open the
    hand.

    Args:
        arm: whose path.
        depart: [s] when it set out with the object.
        opening: [s] that the hand takes to open.
    """
    times, poses = looked_at(arm)
    for stop in reversed(stops(arm)):
        if stop.begin <= depart:
            break
        here = poses[np.searchsorted(times, stop.begin)]
        carried = poses[(times >= depart) & (times <= stop.begin)]
        later = poses[times >= stop.end]
        sank = carried[:, 2].max() - here[2]
        away = np.linalg.norm(later[:, :3] - here[:3], axis=1).max()
        if sank > COMES_DOWN and away > GOES_AWAY:
            return max(stop.begin, min(_at_rest(arm, stop), stop.end - opening))
    return None


def _at_rest(arm: KeyedArm, stop: Stop) -> float:
    """[s] when the arm has come to the place of a stop."""
    times = np.linspace(stop.begin, 0.5 * (stop.begin + stop.end), 32)
    points = arm.poses(times)[:, :3]
    return float(times[np.argmax(np.linalg.norm(points - points[-1], axis=1) <= AT_REST)])


def checked_release(arm: KeyedArm, release: float, depart: float) -> float:
    """``release`` if it lies after the grasp and within the path."""
    if not depart < release <= arm.end:
        raise InputError(
            f"release is {release:g} s; expected between {depart:.2f} s, when the arm sets out "
            f"with the object, and {arm.end:.2f} s, when the path ends."
        )
    return float(release)


def thrown(arm: KeyedArm, release: float) -> bool:
    """Whether what is let go of at ``release`` [s] flies off, and is not put down."""
    return bool(np.linalg.norm(arm.at(release).twist[:3]) > THROWN)
