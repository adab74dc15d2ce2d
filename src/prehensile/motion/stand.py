"""What an object rested on when it was grasped: scenery that an animator has of their own."""

from dataclasses import replace

import numpy as np

from prehensile.motion.clip import BodyTrack, Clip

STANDS = ("table", "stand")
"""Names of bodies that commands put under an object: a table, and a post."""
CAPTURED = "captured_"
"""What such a name begins with where a clip that was played again had one already."""


def without_stand(clip: Clip) -> Clip:
    """The clip without its table or post: bodies of these names that never move."""
    return replace(clip, bodies=tuple(body for body in clip.bodies if not _is_stand(body)))


def _is_stand(body: BodyTrack) -> bool:
    name = body.name
    while name.startswith(CAPTURED):
        name = name.removeprefix(CAPTURED)
    return name in STANDS and bool(np.ptp(body.pose, axis=0).max(initial=0.0) == 0.0)
