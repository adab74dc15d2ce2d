"""Things whose poses come from a stream, as bodies to draw."""

from collections.abc import Mapping, Sequence

import numpy as np

from prehensile.capture.live.latest import Sample
from prehensile.capture.live.posed import ARM, PALMS
from prehensile.capture.recording.recording import CapturedObject
from prehensile.errors import PrehensileError
from prehensile.stage.scene import StageBody
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import box

CUBE = 0.02
"""[m] edge of what stands for a thing of unknown shape"""
GLASS = 0.22
"""opacity of things: what presses on them is to be seen"""
GREY = (0.62, 0.64, 0.68)


class TrackedBodies:
    """Things that a stream of rigid poses names, in the shape that a recording knows of them.

    Args:
        objects: whose shapes are known.
    """

    def __init__(self, objects: Sequence[CapturedObject]):
        self._known = {thing.name: thing for thing in objects}
        self.bodies: list[StageBody] = []
        self.poses = np.zeros((0, 7))
        """(b, 7) xyz + wxyz, world"""

    def follow(self, samples: Mapping[str, Sample]) -> bool:
        """Take on the poses that samples show; whether a thing is new."""
        found: dict[str, np.ndarray] = {}
        for sample in samples.values():
            if sample.stream.kind != "rigid_poses":
                continue
            for name, pose in zip(sample.stream.channels, sample.values, strict=True):
                if name not in (*ARM, *PALMS) and np.isfinite(pose).all() and np.any(pose[3:]):
                    found[name] = pose
        names = [body.name for body in self.bodies]
        new = [name for name in found if name not in names]
        self.bodies += [self._body(name) for name in new]
        kept = dict(zip(names, self.poses, strict=True)) | found
        if kept:
            self.poses = np.array([kept[body.name] for body in self.bodies])
        return bool(new)

    def _body(self, name: str) -> StageBody:
        thing = self._known.get(name)
        if thing is not None and thing.vertices is not None and thing.faces is not None:
            return StageBody(name, thing.vertices, thing.faces, GREY, opacity=GLASS)
        if thing is not None and thing.source:
            try:
                shape = load_object(thing.source)
            except PrehensileError:
                pass  # its file is not on this machine
            else:
                return StageBody(name, shape.vertices, shape.faces, shape.color, opacity=GLASS)
        cube = box((CUBE, CUBE, CUBE), 1.0)
        return StageBody(name, cube.vertices, cube.faces, GREY, opacity=GLASS)
