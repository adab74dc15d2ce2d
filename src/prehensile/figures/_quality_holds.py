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
ABOVE = 0.05
"""[m] over a hold that is in the picture"""


def draw_holds(path: Path, kinds: tuple[str, ...] = tuple(KINDS)) -> Path:
    """Figure 6-3 with the library's grasps."""
    hand, library, tiles = Hand(), shipped_library(), []
    for kind in kinds:
        hold = KINDS[kind](None)
        for name, direction in tried_directions(hold).items():
            found = library.query(hold, direction)
            caption = f"{kind}, {name}: {found.strength:.0f} N"
            tiles.append((caption, grasp_picture(hold, hand, found.grasp, direction)))
    return save_tiles(tiles, path, 4)


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
