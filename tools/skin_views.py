"""Draw our skin beside an artist's hand at the same size and light, and in poses of the corpus.

python tools/skin_views.py [--out out/skin] [--level 2]

Writes views.png and closeups.png (ours above, theirs below; the reference data are needed) and
poses.png. For judging by eye.
"""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from prehensile.bench._reference_hand import ReferenceHand, matched_hand, read_reference_hand
from prehensile.draw.camera import Camera, fit_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.reference_data import reference_data
from prehensile.skin.blend import blended_skin
from prehensile.skin.own_rig import own_rig
from prehensile.skin.rig import Rig, joint_transforms
from prehensile.skin.skin_tones import DEFAULT_TONE, TONES

SIZE = (420, 500)
VIEWS = {
    "palm": ((0, 0, -1), (1, 0, 0)),
    "back": ((0, 0, 1), (1, 0, 0)),
    "thumb side": ((0, 1, 0), (1, 0, 0)),
    "little finger side": ((0, -1, 0), (1, 0, 0)),
    "from the front": ((0.9, 0.5, -0.5), (0, 0, 1)),
    "back, turned": ((0.4, 0.7, 0.8), (1, 0, 0)),
}
"""Direction to the eye, and what is up."""
POSES = ("fist", "tip_pinch", "index_extension", "neutral", "large_diameter", "tripod")


def main() -> None:
    """Draw the three sheets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("out/skin"))
    parser.add_argument("--level", type=int, default=2)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    theirs = read_reference_hand(reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf"))
    hand, q, T = matched_hand(theirs)
    ours = posed(own_rig(hand, options.level), hand, q, T)
    pair = {
        "ours": lambda scene: scene.add_hand(*ours),
        "theirs": lambda scene: scene.add_body(
            theirs.vertices, theirs.faces, np.array(TONES[DEFAULT_TONE].back)
        ),
    }
    six = {f"{view}, {name}": shot(add, whole(theirs, view))
           for name, add in pair.items() for view in VIEWS}  # fmt: skip
    save_tiles(list(six.items()), options.out / "views.png", len(VIEWS))
    near = {f"{place}, {name}": shot(add, camera)
            for name, add in pair.items()
            for place, camera in closeups(theirs).items()}  # fmt: skip
    save_tiles(list(near.items()), options.out / "closeups.png", len(near) // 2)
    save_tiles(poses(options.level), options.out / "poses.png", len(POSES))
    print(f"wrote views.png, closeups.png and poses.png to {options.out}")


Posed = tuple[Rig, np.ndarray, np.ndarray]
"""A rig, and its vertices (V, 3) [m] and normals (V, 3) in a pose."""


def posed(rig: Rig, hand: Hand, q: np.ndarray, T: np.ndarray | None = None) -> Posed:
    """A rig's skin in a pose."""
    return rig, *blended_skin(rig, joint_transforms(rig, hand, q, T))


def shot(add: Callable[[Scene], None], camera: Camera) -> np.ndarray:
    """One picture (height, width, 3) uint8 of what ``add`` puts into a scene."""
    with Scene(SIZE) as scene:
        add(scene)
        return scene.picture(camera)


def whole(theirs: ReferenceHand, view: str) -> Camera:
    """A camera with their whole hand, and the part of ours that they have, in its picture."""
    direction, up = (np.array(v, float) for v in VIEWS[view])
    return fit_camera(theirs.vertices, direction, up, SIZE)


def closeups(theirs: ReferenceHand) -> dict[str, Camera]:
    """Cameras near a fingertip, a web, a knuckle and the palm."""
    at = theirs.joints
    web = 0.5 * (at["Index_Proximal"] + at["Middle_Proximal"]) + [0.02, 0, 0]
    tip = 0.5 * (at["Index_Distal"] + at["Index_Tip"])
    return {
        "nail": _near(tip, (0.35, 0.35, 0.9), 0.16),
        "fingertip": _near(tip, (0.5, 0.5, -0.8), 0.16),
        "web": _near(web, (0.5, 0.25, -0.8), 0.22),
        "knuckle": _near(at["Middle_Proximal"], (0.3, 0.5, 0.8), 0.26),
        "palm": _near(0.55 * at["Middle_Proximal"], (0.1, 0.2, -1.0), 0.34),
        "wrist": _near(0.15 * at["Middle_Proximal"], (-0.2, 0.5, -0.9), 0.36),
    }


def _near(target: np.ndarray, direction: tuple[float, float, float], far: float) -> Camera:
    towards = np.array(direction) / np.linalg.norm(direction)
    return Camera(target + far * towards, target, np.array([1.0, 0, 0]))


def poses(level: int) -> list[tuple[str, np.ndarray]]:
    """Named poses from the palm and from the back."""
    hand = Hand()
    rig = own_rig(hand, level)
    tiles = []
    for direction in ((0.5, 0.6, -0.8), (0.4, 0.6, 0.8)):
        for name in POSES:
            skin = posed(rig, hand, corpus()[name].q)
            camera = fit_camera(skin[1], np.array(direction), np.array([1.0, 0, 0]), SIZE)
            tiles.append(
                (
                    name,
                    shot(
                        partial(Scene.add_hand, rig=skin[0], vertices=skin[1], normals=skin[2]),
                        camera,
                    ),
                )
            )
    return tiles


if __name__ == "__main__":
    main()
