"""The rim at the top of what stands there: fingertips are laid round a lid's or a cup's, and thumb
and fingers hold the wall of a wide bowl between them.
"""

import numpy as np

from prehensile.control.place.graspable import Section, perpendicular
from prehensile.control.place.medial import Medial
from prehensile.control.place.surroundings import Surroundings
from prehensile.world.objects.primitives import even_angles

HIGH = 0.024
"""[m] below the top that belongs to the rim"""
OUTERMOST = 0.9
"""Share of the largest distance from the middle, from which points are on the rim"""
NOT_ROUND = 0.12
"""Share of its radius by which a rim may be off a circle"""
FEWEST = 12
"""Points that make a circle"""
SPANNED = 0.1
"""[m] across, up to which a hand holds a vessel by its outside"""
OPEN = 0.02
"""[m] below its top that the middle of an open vessel lies, at least"""
DIPPED = 0.03
"""[m] below its rim that people reach into a wider one"""
THINNEST, WALL = 0.003, 0.006
"""[m] half the thickness of a wall: taken for no less, and at most"""
UPRIGHT = 0.7
"""Cosine of the angle between a wall's normal and the vertical, at most"""
BELOW = 0.012
"""[m] below the top that pads hold a wall"""
WAYS_ROUND = 10
"""Places all round at which a wall is held"""


def rim(scene: Surroundings) -> Section | None:
    """The topmost part as a low disk; None if it is not round."""
    up = scene.up
    sides = np.column_stack(perpendicular(up))
    height = scene.points @ up
    top, low = float(height.max()), max(float(height.max()) - HIGH, float(height.min()))
    slab = scene.points[height >= low] @ sides
    middle = (slab.min(axis=0) + slab.max(axis=0)) / 2
    away = np.linalg.norm(slab - middle, axis=1)
    outside = away[away > OUTERMOST * away.max()]
    reach = np.ptp(slab, axis=0) / 2
    if len(outside) < FEWEST or reach.max() - reach.min() > NOT_ROUND * reach.max():
        return None
    if away.max() > (1 + NOT_ROUND) * reach.mean():
        return None  # a square's corners
    centre = sides @ middle + (top + low) / 2 * up
    return Section(up, centre, float(reach.mean()), top - low)


def is_spanned(scene: Surroundings) -> bool:
    """Whether a hand spans what stands there, one way or the other."""
    sides = np.column_stack(perpendicular(scene.up))
    return bool(np.ptp(scene.points @ sides, axis=0).min() <= SPANNED)


def wall_sections(scene: Surroundings, medial: Medial) -> list[Section]:
    """Where thumb and fingers could hold the wall of an open vessel that no hand spans, all round
    just below its top; nothing of others.

    Args:
        scene: what stands there.
        medial: how thick it is at the scene's points.
    """
    up = scene.up
    sides = np.column_stack(perpendicular(up))
    height, level = scene.points @ up, scene.points @ sides
    top = float(height.max())
    middle = (level.min(axis=0) + level.max(axis=0)) / 2
    inmost = np.linalg.norm(level - middle, axis=1) < SPANNED / 8
    if is_spanned(scene) or height[inmost].max(initial=-np.inf) > top - OPEN:
        return []
    wall = (medial.radius < WALL) & (np.abs(scene.normals @ up) < UPRIGHT) & (height > top - HIGH)
    if wall.sum() < FEWEST:
        return []
    centre, height, level = medial.centre[wall], height[wall], level[wall]
    away = level - middle
    found = []
    for turn in even_angles(WAYS_ROUND):
        there = away @ [np.cos(turn), np.sin(turn)] / np.linalg.norm(away, axis=1)
        near = np.flatnonzero(there > np.cos(np.pi / WAYS_ROUND))
        if not len(near):
            continue
        k = near[np.abs(top - BELOW - height[near]).argmin()]
        out = sides @ (away[k] / np.linalg.norm(away[k]))
        radius = max(float(medial.radius[wall][k]), THINNEST)
        along = np.cross(up, out)
        found += [Section(axis, centre[k], radius, 4 * radius, out) for axis in (along, up)]
    return found
