"""Where a person would take each thing of the list of grasps."""

from pathlib import Path

import numpy as np

from prehensile.bench.grasps.box import inside
from prehensile.bench.grasps.listed import listed
from prehensile.bench.grasps.thing import Thing
from prehensile.draw.region_sheet import Region, draw_regions

FINEST = 1 / 40
"""Of a thing's length: the longest edge that is drawn, so that a region's border is seen"""
LONGEST_NAME = 17


def draw_grasp_regions(which: str, path: Path) -> Path:
    """Draw the things of a set that are taken by a handle, it in orange; returns ``path``."""
    return draw_regions([_region(thing) for thing in listed(which) if thing.handle], path)


def _region(thing: Thing) -> Region:
    from trimesh.remesh import subdivide_to_size  # here: it takes 0.2 s to load

    vertices, faces = thing.surface()
    longest = FINEST * float(np.ptp(vertices, axis=0).max())
    vertices, faces = subdivide_to_size(vertices, faces, longest, max_iter=20)[:2]
    marked = inside(thing.handle, vertices[faces].mean(axis=1))
    return Region(f"{thing.name[:LONGEST_NAME]}: {thing.part}", vertices, faces, marked)
