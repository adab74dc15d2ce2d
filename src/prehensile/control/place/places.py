"""Where an object could be taken: every section worth a try, with what it is worth."""

from typing import NamedTuple

import numpy as np

from prehensile.control.place.graspable import Section, sections
from prehensile.control.place.limbs import limbs
from prehensile.control.place.medial import medial_balls
from prehensile.control.place.preferred import Preferred, Purpose, ranked
from prehensile.control.place.surroundings import Surroundings
from prehensile.world.objects.object import Object

MOST_LIMBS = 3
"""Slender parts that are looked at, the longest"""
MOST_SECTIONS = 36
"""Sections at most: placing hands there is what costs"""


class Places(NamedTuple):
    """Where one object could be taken."""

    sections: list[Section]
    """the most preferred first"""
    preferred: Preferred
    """what its places are worth"""


def places(
    obj: Object,
    scene: Surroundings,
    rng: np.random.Generator,
    purpose: Purpose | None = None,
    more: tuple[Section, ...] = (),
) -> Places:
    """Where an object could be taken.

    Args:
        obj: what stands there.
        scene: it, sampled.
        rng: for more points of its surface.
        purpose: what it is taken for; what suits it if None.
        more: sections that someone found beside these.
    """
    medial = medial_balls(obj, scene.points, scene.normals, rng)
    parts = limbs(scene.points, scene.normals, medial)[:MOST_LIMBS]
    preferred = Preferred(scene, medial, parts, purpose)
    slices = [*sections(obj, scene.points), *more, *(s for part in parts for s in part.sections)]
    return Places(ranked(slices, preferred)[:MOST_SECTIONS], preferred)
