"""Draw the pictures of README and docs anew: docs/images/{hero,grasp,forces,skin-*,eigenskin*}.png.

python tools/docs_images.py [hero] [skin] [eigenskin]
"""

import sys
from pathlib import Path

import numpy as np

import prehensile
from prehensile.draw.camera import fit_camera, hand_view
from prehensile.draw.contact_sheet import draw_contact_sheet
from prehensile.draw.forces import draw_forces
from prehensile.draw.picture import draw_frame
from prehensile.draw.posed_hand import add_posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.figures._eigenskin_pictures import draw_approximations, draw_beside_blend
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.skin.dress import SKIN_DRESS, Dress
from prehensile.skin.eigenskin.file import shipped_eigenskin
from prehensile.skin.paint.tones import TONES

IMAGES = Path(__file__).parents[1] / "docs" / "images"
VIEWS = {"palm": "flat", "back": "flat", "three-quarter": "tripod", "thumb": "tip_pinch"}
"""View of our skin → the pose it shows."""


def main() -> None:
    """Draw what is asked for, or everything."""
    for name in sys.argv[1:] or PICTURES:
        PICTURES[name]()


def draw_hero() -> None:
    """Grasp the mug and draw it."""
    clip = prehensile.grasp("mug")
    draw_frame(clip, clip.n_frames - 1, IMAGES / "hero.png", (900, 620))
    draw_contact_sheet(clip, IMAGES / "grasp.png", tile=(300, 250))
    draw_forces(clip, IMAGES / "forces.png", size=(900, 360))


def draw_skin() -> None:
    """Our skin from four sides, bare beside dressed, and in all tones."""
    views = [(view, tile(view, pose, SKIN_DRESS)) for view, pose in VIEWS.items()]
    save_tiles(views, IMAGES / "skin-views.png", len(views))
    dresses = {"skin": SKIN_DRESS, "--bare": Dress(bare=True)}
    pair = [(name, tile("three-quarter", "medium_wrap", dress)) for name, dress in dresses.items()]
    save_tiles(pair, IMAGES / "skin-bare.png", len(pair))
    tones = [(name, tile("thumb", "neutral", Dress(tone=name), (220, 260))) for name in TONES]
    save_tiles(tones, IMAGES / "skin-tones.png", len(tones) // 2)


def draw_eigenskin() -> None:
    """EigenSkin beside blend skinning, and how few displacements it takes."""
    fitted = shipped_eigenskin()
    assert fitted is not None
    draw_beside_blend(IMAGES / "eigenskin.png")
    draw_approximations(fitted, IMAGES / "eigenskin-displacements.png")


def tile(view: str, pose: str, dress: Dress, size: tuple[int, int] = (330, 380)) -> np.ndarray:
    """One hand (height, width, 3) uint8, fingers up."""
    hand = Hand()
    with Scene(size) as scene:
        points = add_posed_hand(scene, hand, corpus()[pose].q, None, dress, level=2)
        camera = fit_camera(points, hand_view(hand, view), np.array([1.0, 0, 0]), size)
        return scene.picture(camera)


PICTURES = {"hero": draw_hero, "skin": draw_skin, "eigenskin": draw_eigenskin}

if __name__ == "__main__":
    main()
