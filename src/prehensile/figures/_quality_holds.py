"""Figure 6-3 of Andrews 2014: grasps learned for a hold, one for each direction of support.

A row for each kind of hold, a column for each direction that it is pulled in.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.camera import fit_camera
from prehensile.draw.clip_frame import add_frame
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.hand.hand import Hand
from prehensile.holds.kinds.directions import tried_directions
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.library.library import shipped_library
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.holds.optimise.record import record_grasp

TILE = (380, 380)
VIEW = np.array([0.85, -0.75, 0.35])
UP = np.array([0.0, 0.0, 1.0])
WAYS = ("design", "left", "right", "outwards")
"""names of `tried_directions`"""
ABOVE = 0.05
"""[m] over a hold that is in the picture"""


def draw_holds(path: Path) -> Path:
    """Figure 6-3 with the library's grasps: six kinds, four directions each."""
    return save_tiles([_tile(k, way) for k in KINDS for way in WAYS], path, len(WAYS))


def draw_kinds(path: Path) -> Path:
    """The six kinds, pulled as designed."""
    return save_tiles([_tile(kind, WAYS[0]) for kind in KINDS], path, 3)


def _tile(kind: str, way: str) -> tuple[str, np.ndarray]:
    """Caption and picture of the library's grasp."""
    hold = KINDS[kind](None)
    direction = tried_directions(hold)[way]
    found = shipped_library().query(hold, direction)
    picture = grasp_picture(hold, Hand(), found.grasp, direction)
    return f"{kind}, {way}: {found.strength:.0f} N", picture


def grasp_picture(
    hold: Hold,
    hand: Hand,
    grasp: HoldGrasp,
    direction: np.ndarray,
    view: np.ndarray = VIEW,
    size: tuple[int, int] = TILE,
) -> np.ndarray:
    """A hand on a hold, seen from ``view``; the wall is left out where it would hide them."""
    clip = record_grasp(hold, hand, grasp, direction)
    if view[1] > -0.2:
        clip = replace(clip, bodies=tuple(b for b in clip.bodies if b.name != "wall"))
    points = hold.object.vertices
    wrist = clip.hands[0].T_world_forearm[-1][None, :3]
    camera = fit_camera(np.concatenate([points, points + ABOVE * UP, wrist]), view, UP, size)
    with Scene(size) as scene:
        add_frame(scene, clip, clip.n_frames - 1, False, None, SKIN_DRESS)
        return scene.picture(camera)
