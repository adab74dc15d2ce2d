"""Pictures of our own skin, to be judged by eye: beside an artist's hand, and in many poses.

Those of EigenSkin have the numbers of the figures in Kry 2005.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from prehensile.draw.camera import Camera, fit_camera
from prehensile.draw.posed_hand import PosedHand, add_posed_hand, posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import FileError
from prehensile.figures._eigenskin_pictures import draw_eigenskin
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, TIP_SEGMENT, digit_segments
from prehensile.kinematics.forward import segment_transforms
from prehensile.reference_data import reference_data
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin.file import shipped_eigenskin
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.rig.rig import Rig

SIZE = (420, 480)
POSE_SIZE = (300, 345)
LEVEL = 2
VIEWS = {
    "palm": ((0, 0, -1), (1, 0, 0)),
    "back": ((0, 0, 1), (1, 0, 0)),
    "thumb side": ((0, 1, 0), (1, 0, 0)),
    "little finger side": ((0, -1, 0), (1, 0, 0)),
    "from the front": ((0.9, 0.5, -0.5), (0, 0, 1)),
    "back, turned": ((0.4, 0.7, 0.8), (1, 0, 0)),
}
"""Direction to the eye, and what is up."""
POSE_VIEWS = ((0.45, 0.6, -0.8), (0.4, 0.6, 0.8))
COLUMNS = 9


def draw(folder: Path) -> list[Path]:
    """Draw all pictures of the area into ``folder``; return their paths.

    Our hand has the bones and the pose of the artist's in the first two. Without the reference
    data these are left out, and stderr says so.
    """
    paths = [draw_poses(folder / "skin_poses.png")]
    fitted = shipped_eigenskin()
    if fitted is not None:
        paths += draw_eigenskin(fitted, folder)
    try:
        file = reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf")
    except FileError as error:
        sys.stderr.write(f"no pictures beside an artist's hand: {error}\n")
        return paths
    theirs = imported_hand(file)
    hand, q = theirs.hand, theirs.bind_q
    ours = posed_hand(hand, q, None, level=LEVEL)
    rig = plain(theirs.rig, ours.rig.colors[~ours.rig.nails].mean(axis=0))
    pair = {"ours": ours, "an artist's": posed_hand(hand, q, None, Dress(worn={hand.spec: rig}))}
    whole = pair["an artist's"].vertices
    cameras = {
        name: fit_camera(whole, np.array(eye, float), np.array(up, float), SIZE)
        for name, (eye, up) in VIEWS.items()
    }
    paths.append(draw_pair(pair, cameras, folder / "skin_views.png"))
    paths.append(draw_pair(pair, closeups(hand, q), folder / "skin_closeups.png"))
    return paths


def plain(rig: Rig, color: np.ndarray) -> Rig:
    """A rig in one colour (3,) without pictures, so that shapes alone are compared."""
    return replace(rig, colors=np.tile(np.float32(color), (len(rig.vertices), 1)), material=None)


def draw_pair(pair: dict[str, PosedHand], cameras: dict[str, Camera], path: Path) -> Path:
    """Each hand in a row of its own, seen by every camera."""
    tiles = [
        (f"{view}, {name}", shape(hand, camera))
        for name, hand in pair.items()
        for view, camera in cameras.items()
    ]
    return save_tiles(tiles, path, len(cameras))


def draw_poses(path: Path) -> Path:
    """Every pose of the corpus, from the palm and from the back."""
    hand, tiles, names = Hand(), [], list(corpus())
    for first in range(0, len(names), COLUMNS):
        for eye in POSE_VIEWS:
            for name in names[first : first + COLUMNS]:
                with Scene(POSE_SIZE) as scene:
                    seen = add_posed_hand(scene, hand, corpus()[name].q, None, level=LEVEL)
                    camera = fit_camera(seen, np.array(eye), np.array([1.0, 0, 0]), POSE_SIZE)
                    tiles.append((name, scene.picture(camera)))
    return save_tiles(tiles, path, COLUMNS)


def shape(posed: PosedHand, camera: Camera) -> np.ndarray:
    """One picture (height, width, 3) uint8 of a hand's shape, without its textures."""
    with Scene(SIZE) as scene:
        scene.add_hand(posed.rig, posed.vertices, posed.normals)
        return scene.picture(camera)


def closeups(hand: Hand, q: np.ndarray) -> dict[str, Camera]:
    """Cameras near a nail, a fingertip, a web, a knuckle, the palm and the wrist."""
    poses = segment_transforms(hand, q)
    index, middle = (poses[digit_segments(f)[0]][:3, 3] for f in ("index", "middle"))
    last = TIP_SEGMENT["index"]
    tip = poses[last][:3, 3] + 0.4 * hand.segments[last].length * poses[last][:3, 0]
    wrist = poses[PALM][:3, 3]
    web = 0.5 * (index + middle) + [0.02, 0, 0]
    return {
        "nail": _near(tip, (0.35, 0.35, 0.9), 0.16),
        "fingertip": _near(tip, (0.5, 0.5, -0.8), 0.16),
        "web": _near(web, (0.5, 0.25, -0.8), 0.22),
        "knuckle": _near(middle, (0.3, 0.5, 0.8), 0.26),
        "palm": _near(wrist + 0.55 * (middle - wrist), (0.1, 0.2, -1.0), 0.34),
        "wrist": _near(wrist + 0.15 * (middle - wrist), (-0.2, 0.5, -0.9), 0.36),
    }


def _near(target: np.ndarray, direction: tuple[float, float, float], far: float) -> Camera:
    towards = np.array(direction) / np.linalg.norm(direction)
    return Camera(target + far * towards, target, np.array([1.0, 0, 0]))
