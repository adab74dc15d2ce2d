"""How an object rests on something level."""

import numpy as np

from prehensile.control.place.stand import stand_pose, stand_under
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World

WATCHED = 0.5
"""[s] in which it must not move any more"""
LONGEST = 6.0
"""[s] that it is waited for"""
STILL_MOVED, STILL_TURNED = 3e-4, np.radians(0.3)
"""[m] and [rad] meanwhile, at most"""
STAYED = np.radians(1)
"""[rad] by which what turns less has stayed as it was put"""


def settled(obj: Object) -> np.ndarray:
    """(3, 3) how it lies on a table in the end, found by letting it: a pen rolls onto its clip,
    and a banana onto its side.
    """
    world = World([], [stand_under(obj, "table"), ObjectInScene(obj, pose=stand_pose(obj))])
    start = before = se3.from_pose7(stand_pose(obj))
    now, steps = before, round(WATCHED / world.timestep)
    while world.time < LONGEST:
        for _ in range(steps):
            world.step()
        now = se3.from_pose7(world.object_pose(obj.name))
        moved, turned = se3.apart(before, now)
        if moved < STILL_MOVED and turned < STILL_TURNED:
            break
        before = now
    return (start if se3.apart(start, now)[1] < STAYED else now)[:3, :3]
