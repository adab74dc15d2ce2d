"""Hands of others in a few poses, and holding a mug: docs/images/hand-mesh.png."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

import prehensile
from prehensile.draw.camera import fit_camera
from prehensile.draw.clip_frame import add_frame, clip_camera
from prehensile.draw.posed_hand import posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.hand.corpus import corpus
from prehensile.lie import se3
from prehensile.skin.dress import Dress
from prehensile.skin.imported.rig import ImportedHand, imported_hand

SIZE = (250, 250)
BACK, PALM = (0.4, 0.6, 0.8), (0.35, 0.85, -0.75)
POSES = {"as modelled": (None, BACK), "fist": ("fist", PALM), "pinch": ("tip_pinch", PALM)}
"""Caption → pose of the corpus (None: the bind pose), and where the eye is on a right hand."""
UP = np.array([1.0, 0.0, 0.0])


def draw_hand_meshes(files: Sequence[Path], path: Path) -> None:
    """One row for each file."""
    tiles = [one for file in files for one in row(imported_hand(file))]
    save_tiles(tiles, path, len(POSES) + 1)


def row(found: ImportedHand) -> list[tuple[str, np.ndarray]]:
    """Its poses and its grasp, each with what is written below."""
    dress = Dress(worn={found.hand.spec: found.rig})
    tiles = []
    aside = np.array([1.0, 1.0 if found.hand.side == "right" else -1.0, 1.0])
    for text, (name, eye) in POSES.items():
        q = found.bind_q if name is None else corpus()[name].q
        posed = posed_hand(found.hand, q, None, dress)
        camera = fit_camera(posed.vertices, aside * eye, UP, SIZE)
        with Scene(SIZE) as scene:
            scene.add_hand(posed.rig, posed.vertices, posed.normals, found.rig.material)
            tiles.append((text, scene.picture(camera)))
    clip = prehensile.grasp("mug", found.hand)
    last = clip.last_frame_of("hold")
    T = se3.from_pose7(clip.hands[0].T_world_forearm[last])
    seen = posed_hand(found.hand, clip.hands[0].q[last], T, dress).vertices
    view = clip_camera(clip, [last], SIZE)
    camera = fit_camera(seen, view.position - view.target, view.up, SIZE, margin=1.35)
    with Scene(SIZE) as scene:
        add_frame(scene, clip, last, False, None, dress)
        tiles.append(("with a mug", scene.picture(camera)))
    return tiles
