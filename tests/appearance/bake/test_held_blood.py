"""Plain colours: the hardest press ends at skin without blood, and pictures stay as they were."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.bake.held_blood import held_back, redness
from prehensile.appearance.bake.kept import kept_lookup
from prehensile.appearance.generate.camera import encoded, seen
from prehensile.appearance.generate.tissue import DORSAL, NAIL_BED, reflectance
from prehensile.appearance.generate.tones import TONES
from prehensile.appearance.model.procedure import blushed
from prehensile.files.pictures.picture import png_bytes
from prehensile.hand.hand import Hand
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.material import Material

SKIN = (0.85, 0.64, 0.54)
"""of a mesh without pictures"""


def whole_view() -> Lookup:
    """A picture that shows the textures of one finger as they are."""
    place = (np.arange(128) + 0.5) / 128
    st = np.stack(np.meshgrid(place, place), axis=-1)
    shape = (128, 128)
    return Lookup(
        np.round(65535 * st).astype(np.uint16), np.ones(shape, np.uint8), np.full(shape, 255, "u1")
    )


def pressed(model, color) -> tuple[np.ndarray, np.ndarray]:
    """Redness of a plain colour under the hardest press: as it was, and held back."""
    lookup = whole_view()
    base = np.full((128, 128, 3), np.round(255 * np.array(color)), np.uint8)
    load = np.zeros(len(model.law.inputs))
    load[0] = 40.0
    blood = np.tile(model.law.coefficients(load), (5, 1))
    free, held = (
        redness(blushed(model, base / 255, way, blood))
        for way in (lookup, held_back(lookup, model, base))
    )
    return free, held


@pytest.mark.parametrize("space", ["srgb", "linear"])
def test_a_plain_colour_does_not_turn_olive(space):
    model = toy_model(("nail",), space)
    # Logarithms of light are about 2.2 times as large as those of sRGB values.
    times = 1.0 if space == "srgb" else 2.2
    model = replace(model, textures=times * model.textures)
    free, held = pressed(model, SKIN)
    assert free.min() < -0.05, "more blood would leave than there is"
    assert held.min() > -0.01
    assert held.min() < 0.2 * redness(np.array(SKIN)), "it still goes pale"


def test_what_is_not_skin_does_not_blanch():
    _, held = pressed(toy_model(("nail",)), (0.3, 0.5, 0.8))
    assert held.min() > redness(np.array((0.3, 0.5, 0.8))) - 0.02


@pytest.mark.parametrize("tissue", [DORSAL, NAIL_BED])
@pytest.mark.parametrize("tone", TONES)
def test_layered_skin_without_blood_is_not_red(tone, tissue):
    melanin = TONES[tone].back if tissue is DORSAL else TONES[tone].bed
    amounts = np.array([0.0, 0.06])
    bare, bloody = redness(encoded(seen(reflectance(tissue, np.full(2, melanin), amounts))))
    assert abs(bare) < 0.02
    assert bloody > 0.15


def test_a_mesh_with_a_picture_shows_all_of_it():
    hand, model = Hand(), toy_model()
    own = hand_rig(hand, 0)
    assert own.uv is not None
    plain = replace(own, uv=own.uv * np.float32(0.9), material=None)
    picture = png_bytes(np.full((512, 512, 3), 200, np.uint8))
    drawn = replace(plain, material=Material(picture, None, 0.5))
    masks = [kept_lookup(hand, rig, model).mask for rig in (plain, drawn)]
    assert masks[0].mean() < 0.98 * masks[1].mean()
