"""A dress whose fingertips colour by a model made by hand, wherever a made-up lookup says so."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import Blush
from prehensile.files.pictures.picture import png_bytes
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.material import Material
from prehensile.skin.rig.rig import Rig

SIZE = 512
"""[texels] of the made-up lookup"""


@lru_cache
def scattered_lookup() -> Lookup:
    """Places, fingers and masks at random: nothing that a page could get right by being smooth."""
    rng = np.random.default_rng(3)
    finger = rng.choice([0, 1, 2, 3, 4, 255], (SIZE, SIZE), p=[0.16] * 5 + [0.2])
    return Lookup(
        st=rng.integers(0, 65536, (SIZE, SIZE, 2)),
        finger=finger,
        mask=rng.choice([0, 1, 128, 254, 255], (SIZE, SIZE)),
    )


class ScatteredBlush(Blush):
    """The hand-made model wherever a made-up lookup says so; over a clip it rises steadily."""

    def lookup(self, hand: Hand, rig: Rig) -> Lookup | None:
        return None if rig.uv is None else scattered_lookup()

    def over(self, clip: Clip) -> np.ndarray:
        share = np.linspace(0, 1, clip.n_frames)[:, None, None, None]
        amounts = np.linspace(-2, -1, 20).reshape(5, 4)
        return share * np.broadcast_to(amounts, (1, len(clip.hands), 5, 4))


@lru_cache
def picture() -> np.ndarray:
    """(SIZE, SIZE, 3) uint8: what lies on the skin, any colour anywhere."""
    return np.random.default_rng(4).integers(0, 256, (SIZE, SIZE, 3)).astype(np.uint8)


def blushing_dress(space: str = "srgb", pictured: bool = True) -> Dress:
    hand = Hand()
    material = Material(png_bytes(picture()), None, 0.6) if pictured else None
    rig = replace(hand_rig(hand), material=material)
    return Dress(worn={hand.spec: rig}, blush=ScatteredBlush(toy_model(space=space)))


def linear_dress() -> Dress:
    """The same, its logarithms those of light."""
    return blushing_dress("linear")


def vertex_dress() -> Dress:
    """Colours of vertices, and UV coordinates that only blood makes use of."""
    return blushing_dress(pictured=False)


def pressing_dress() -> Dress:
    """Our own skin in the colours of its vertices, and the hand-made model where it belongs."""
    hand = Hand()
    return Dress(worn={hand.spec: hand_rig(hand)}, blush=Blush(toy_model()))
