"""`Thing`: one of those that grasps are measured on."""

from collections.abc import Callable
from typing import NamedTuple

from prehensile.bench.grasps.box import Boxes
from prehensile.world.objects.object import Object
from prehensile.world.things.joined import Mesh


class Thing(NamedTuple):
    """What is grasped, and by what a person would take it."""

    name: str
    """unique in the list"""
    load: Callable[[], Object]
    """makes it, or reads it; takes a while where it is cut into convex parts"""
    surface: Callable[[], Mesh]
    """what is seen of it, without cutting it into convex parts: for pictures of regions"""
    part: str = ""
    """what a person would take it by, in a word; empty where any place will do"""
    handle: Boxes = ()
    """where that is, object frame; empty where any place will do"""
    role: str = ""
    """of a generated thing"""
