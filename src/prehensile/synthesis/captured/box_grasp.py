"""A captured grasp of the small box, and the compliances of the hand that did it.

``tools/make_box_grasp.py`` cut it from a session of the virtual lab: what the subject followed
while five fingers picked the box up, held it and put it down, and how soft each of its joints is.
"""

from functools import cache
from importlib import resources

from prehensile.hand.compliance import HandCompliance
from prehensile.motion.clip import Clip

PACKAGE = "prehensile.synthesis.captured"
CLIP, COMPLIANCE = "data/box_grasp.npz", "data/box_hand.json"
"""beside this module"""


@cache
def box_grasp() -> Clip:
    """The reference trajectory, some five seconds, and where the box stood."""
    with resources.as_file(resources.files(PACKAGE) / CLIP) as path:
        return Clip.load(path)


@cache
def box_hand() -> HandCompliance:
    """The subject's own joints; the root does not give way."""
    with resources.as_file(resources.files(PACKAGE) / COMPLIANCE) as path:
        return HandCompliance.load(path)
