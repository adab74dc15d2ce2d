"""The page's fragment program, against procedure 5-4 in NumPy."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model
from tests.stage.blushing import picture, scattered_lookup

from prehensile.appearance.model.absorption import srgb_of_linear
from prehensile.bench._page_parity import fist_clip
from prehensile.bench.appearance.page_parity import ASK, LOOKS, base_color_differences
from prehensile.hand.hand import Hand

pytest.importorskip("uvicorn")

SOME = 2000
"""texels: a tenth of what the long tests and the bench ask for, as most time goes into telling them
"""


@pytest.fixture(scope="module")
def fist(tmp_path_factory):
    return fist_clip(Hand()).save(tmp_path_factory.mktemp("clip") / "fist.npz")


@pytest.fixture
def colored(start_stage, look, fist):
    """A page whose hand has what a dress of `tests.stage.blushing` gives it."""

    def opened(dress: str):
        viewer = look(start_stage("play", clip=fist, dress=f"tests.stage.blushing:{dress}").url)
        # Colours of vertices come as a picture too where there is blood.
        for what in ("painted", "colored"):
            viewer.until(f"() => window.__prehensile?.{what}?.('right')", what, timeout=300)
        return viewer

    return opened


def test_the_graphics_card_colours_fingertips_as_we_do(colored):
    """Random places, fingers and masks, in both materials; a model that is off is seen to be."""
    viewer = colored("blushing_dress")
    found = base_color_differences(viewer.ask, toy_model(), scattered_lookup(), texels=SOME)
    assert set(found) == set(LOOKS) and max(found.values()) < 1.0
    weaker = replace(toy_model(), textures=0.95 * toy_model().textures)
    off = base_color_differences(viewer.ask, weaker, scattered_lookup(), texels=SOME)
    assert min(off.values()) > 1.0
    # Without blood it is the picture itself.
    texels = np.array([[100, 40], [300, 300], [17, 500]])
    plain = viewer.ask(ASK, ["plain", texels.reshape(-1).tolist(), [0.0] * 20])
    shown = 255 * srgb_of_linear(np.reshape(plain, (-1, 3)))
    np.testing.assert_allclose(shown, picture()[texels[:, 1], texels[:, 0]], atol=1.0)


@pytest.mark.long
@pytest.mark.parametrize(("dress", "space"), [("linear_dress", "linear"), ("vertex_dress", "srgb")])
def test_either_space_and_colours_of_vertices(colored, dress, space):
    viewer = colored(dress)
    found = base_color_differences(viewer.ask, toy_model(space=space), scattered_lookup())
    assert max(found.values()) < 1.0
    other = toy_model(space={"linear": "srgb", "srgb": "linear"}[space])
    assert min(base_color_differences(viewer.ask, other, scattered_lookup()).values()) > 2.0


@pytest.mark.long
def test_a_nail_that_is_pressed_pales_on_the_screen(start_stage, look):
    """The scene, its steps pressed as a person would; the nail gets paler, and is back after."""
    stage = start_stage("blush", dress="tests.stage.blushing:pressing_dress")
    viewer = look(stage.url)
    viewer.drive()
    for what in ("painted", "colored"):  # either changes what the nail looks like
        viewer.until(f"() => window.__prehensile.{what}('right')", what, timeout=300)
    viewer.page.keyboard.press("f")

    def redness():
        """Of the nail: how much less green than red its middle is."""
        pixels = viewer.colors_at([[x, -0.017, 0.307] for x in (-0.002, 0, 0.002)])
        return float(np.mean(pixels[:, 0] - pixels[:, 1]))

    def blood(compared):
        viewer.until(f"() => Math.abs(window.__prehensile.state().blood[4]) {compared}", compared)

    at_rest = redness()
    viewer.page.get_by_role("button", name="Press hard").click()
    blood("> 0.9")
    pressed = redness()
    viewer.until("() => !document.querySelector('#steps .running')", "the press")
    viewer.page.get_by_role("button", name="Let go").click()
    blood("< 0.02")
    after = redness()
    assert pressed < at_rest - 8 and abs(after - at_rest) < 4
    verdict = "() => document.getElementById('verdict').textContent.startsWith('Nail pale')"
    viewer.until(verdict, "a verdict")
