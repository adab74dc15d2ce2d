"""The page's vertex program and its pictures."""

import numpy as np
import pytest

from prehensile.bench._page_parity import fist_clip, largest_distance
from prehensile.hand.hand import Hand

pytest.importorskip("uvicorn")


@pytest.fixture(scope="module")
def stage(start_stage, tmp_path_factory):
    path = tmp_path_factory.mktemp("clip") / "fist.npz"
    fist_clip(Hand()).save(path)
    return start_stage("play", clip=path)


def test_the_graphics_card_bends_the_skin_as_we_do(stage, look):
    """Every vertex of a fist, as three.js's own skinning places it."""
    viewer = look(stage.url)
    viewer.state()
    found = np.array(viewer.ask("() => window.__prehensile.skinned('right')"))
    assert largest_distance(fist_clip(Hand()), found) < 1e-6
    # The comparison sees a difference of a tenth of a millimetre.
    found[::3] += 1e-4
    assert largest_distance(fist_clip(Hand()), found) > 9e-5


def test_the_skins_pictures_arrive_after_the_first_frame(stage, look):
    """The skin is painted once they are here: a nail is drawn paler than the knuckles behind it."""
    viewer = look(stage.url)
    viewer.state()
    viewer.until("() => window.__prehensile.painted('right')", "the pictures", timeout=90)
