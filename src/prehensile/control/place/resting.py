"""How an object rests on something level."""

from functools import lru_cache

import numpy as np

from prehensile.control.place.graspable import perpendicular
from prehensile.lie import se3, so3
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World

TILT = np.radians(5)
"""[rad] that something stands, and"""
LEVEL = 5e-5
"""[m] that its weight may sink meanwhile: a mesh is round only nearly"""
WAYS = (
    ((1, 0, 0), 0),
    ((1, 0, 0), 1),
    ((0, 1, 0), 1),
    ((1, 0, 0), 2),
    ((1, 0, 0), 3),
    ((0, 1, 0), 3),
)
"""Ways to lay something: about an axis, by so many quarter turns; the first is as modelled"""
LIES = 0.7
"""Height of the centre of mass over that in a pose that stays, below which something rather lies: a
screwdriver on its grip and its tip, not upright on its end"""
WATCHED = 0.5
"""[s] in which it must not move any more"""
LONGEST = 6.0
"""[s] that it is waited for"""
STILL_MOVED, STILL_TURNED = 3e-4, np.radians(0.3)
"""[m] and [rad] meanwhile, at most"""
NUDGED = np.radians(1.5) * np.array([1.0, 1.0, 0.0])
"""(3,) [rad] by which it is tilted before it is let: what is balanced would stay for a while"""
STAYED, SANK = np.radians(6), 1e-4
"""[rad] by which what turns less has stayed as it was put, or lies as well any way; unless its
centre of mass has come down by so much [m]: what leans on two feet comes to rest on a third"""
REMEMBERED = 32
"""Objects whose rest is not looked for again"""


@lru_cache(maxsize=REMEMBERED)
def resting(obj: Object) -> np.ndarray:
    """(3, 3) how an object rests on something flat; not to be written to.

    Upright as modelled if it would stay so; else it lies, as low as it can, and as it comes to rest
    when it is let: a pen rolls onto its clip, and a banana onto its side.
    """
    R = settled(obj, laid(obj))
    R.flags.writeable = False
    return R


def laid(obj: Object) -> np.ndarray:
    """(3, 3) The upright pose or the lowest of those that stay, by quarter turns; but none that
    balances on its end where it could lie, and come to rest a little askew.
    """
    ways = [so3.exp(turn * np.pi / 2 * np.array(axis)) for axis, turn in WAYS]
    if _stays(obj, ways[0][2]):
        return ways[0]
    steady = [R for R in ways if _stays(obj, R[2])]
    lowest = min(ways, key=lambda R: _height(obj, R[2]))
    found = min(steady, key=lambda R: _height(obj, R[2]), default=ways[0])
    return lowest if _height(obj, lowest[2]) < LIES * _height(obj, found[2]) else found


def settled(obj: Object, R: np.ndarray) -> np.ndarray:
    """(3, 3) how it lies in the end if it is laid on a floor nearly like this (3, 3)."""
    before = now = np.eye(4)
    now[:3, :3] = so3.exp(NUDGED) @ R
    now[2, 3] = -float((obj.vertices @ now[2, :3]).min())
    world = World([], [ObjectInScene(obj, pose=se3.to_pose7(now))])
    steps = round(WATCHED / world.timestep)
    while world.time < LONGEST:
        for _ in range(steps):
            world.step()
        now = se3.from_pose7(world.object_pose(obj.name))
        moved, turned = se3.apart(before, now)
        if moved < STILL_MOVED and turned < STILL_TURNED:
            break
        before = now
    turned = float(np.linalg.norm(so3.log(now[:3, :3] @ R.T)))
    sank = _height(obj, R[2]) - _height(obj, now[2, :3])
    return R if turned < STAYED and sank < SANK else now[:3, :3]


def _stays(obj: Object, up: np.ndarray) -> bool:
    """Whether it does not fall over when it is tilted a little."""
    e1, e2 = perpendicular(up)
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    tilted = [np.cos(TILT) * up + np.sin(TILT) * (np.cos(t) * e1 + np.sin(t) * e2) for t in turns]
    return min(_height(obj, u) for u in tilted) > _height(obj, up) - LEVEL


def _height(obj: Object, up: np.ndarray) -> float:
    """[m] of the centre of mass above the lowest point."""
    return float(obj.com @ up - (obj.vertices @ up).min())
