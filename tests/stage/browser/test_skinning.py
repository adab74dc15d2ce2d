"""The page's vertex program and its pictures."""

import io
from urllib.request import urlopen

import numpy as np
import pytest
from PIL import Image
from tests.stage.bulging import bulging_rig

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.bench._page_parity import fist_clip, largest_difference
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.blend import blended_skin
from prehensile.stage import messages as m

pytest.importorskip("uvicorn")
SKIN = "() => window.__prehensile.skinned('right')"


@pytest.fixture(scope="module")
def fist(tmp_path_factory):
    return fist_clip(Hand()).save(tmp_path_factory.mktemp("clip") / "fist.npz")


@pytest.fixture(scope="module")
def stage(start_stage, fist):
    return start_stage("play", clip=fist)


@pytest.fixture(scope="module")
def bulging_stage(start_stage, fist):
    return start_stage("play", clip=fist, dress="tests.stage.bulging:bulging_dress")


def test_the_graphics_card_bends_the_skin_as_we_do(stage, look):
    """Every vertex and normal of a fist in the skin that ships."""
    viewer = look(stage.url)
    viewer.state()
    found = viewer.ask(SKIN)
    off = largest_difference(fist_clip(Hand()), found)
    assert off.vertices < 1e-6 and off.normals < 1e-4
    # The comparison sees a difference of a tenth of a millimetre.
    moved = np.array(found["vertices"])
    moved[::3] += 1e-4
    assert largest_difference(fist_clip(Hand()), {**found, "vertices": moved}).vertices > 9e-5


@pytest.mark.long
def test_the_graphics_card_corrects_the_skin_as_we_do(bulging_stage, look):
    """Corrections of millimetres at every joint; without them the same fist is far off."""
    viewer = look(bulging_stage.url)
    viewer.state()
    found = viewer.ask(SKIN)
    off = largest_difference(fist_clip(Hand()), found, bulging_rig())
    assert off.vertices < 1e-6 and off.normals < 1e-4
    plain = largest_difference(fist_clip(Hand()), found)
    assert plain.vertices > 2e-3 and plain.normals > 0.1


@pytest.mark.long
def test_the_skins_pictures_arrive_after_the_first_frame(start_stage, look, open_page):
    """The hand is there before them; they then redden and pale it where their colours say so."""
    SKIN_DRESS.material(Hand())  # painted now, the Stage finds them in the cache
    stage = start_stage("pose")
    with open_page(stage) as page:
        frame = page.wait(m.Frame)
        eye = next(x for x in page.seen if isinstance(x, m.SceneStarted)).look_from
        uv = next(x for x in page.seen if isinstance(x, m.HandRig)).uv
    rig = hand_rig(Hand())
    shape = frame.shape if len(frame.shape) else None
    vertices, normals = blended_skin(rig, se3.from_pose7(frame.joints), shape)
    seen = seen_by(np.array(eye), vertices, normals)

    viewer = look(stage.url, hold="**/skin/**")
    viewer.state()
    viewer.until_drawn()  # the panels have come, and the view has made room for them
    before = viewer.picture()
    viewer.release()
    viewer.until("() => window.__prehensile.painted('right')", "the pictures", timeout=180)
    after = viewer.picture()
    with urlopen(stage.address("skin/right/color"), timeout=180) as answer:
        painting = np.asarray(Image.open(io.BytesIO(answer.read())).convert("RGB")).astype(float)

    x, y = (viewer.pixels_of(vertices[seen]) * viewer.scale).astype(int).T
    column, row = (uv[seen] * (painting.shape[1], painting.shape[0])).astype(int).T
    redder = (after - before)[y, x, 0]
    wanted = painting[row, column, 0] - 255 * rig.colors[seen, 0]
    upside_down = painting[-row, column, 0] - 255 * rig.colors[seen, 0]
    assert np.corrcoef(redder, wanted)[0, 1] > 0.6
    assert np.corrcoef(redder, upside_down)[0, 1] < 0.3
    changed = np.abs(after - before).max(axis=2) > 3
    assert not changed[:, : x.min() - 4].any() and not changed[:, x.max() + 5 :].any()


def seen_by(eye: np.ndarray, vertices: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Rows of vertices that face an eye, without most of those that others hide."""
    far = np.linalg.norm(eye - vertices, axis=1)
    ray = (eye - vertices) / far[:, None]
    cells = np.round(ray / 0.004).astype(int)  # 0.25°
    order = np.argsort(far)
    _, first = np.unique(cells[order], axis=0, return_index=True)
    nearest = order[first]
    return nearest[(normals * ray).sum(axis=1)[nearest] > 0.4]
