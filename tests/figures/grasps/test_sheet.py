"""The sheet of grasps: a tile for every row, words that say what is wrong."""

import pytest
from tests.gripped_clip import gripped_clip

from prehensile.bench.grasps.rows import clip_path, keep_row
from prehensile.figures.grasps.sheet import TILE, draw_grasp_sheet, grasp_label

ROW = {"held": True, "style": "grab", "items": {"thumb": True, "wrist": True}}


def test_labels_say_style_and_verdict() -> None:
    assert grasp_label("mug", ROW) == "mug: grab\nhuman"
    broken = ROW | {"items": {"thumb": False, "wrist": True}, "on_handle": 0.5, "post": True}
    assert grasp_label("mug", broken) == "mug: grab\nnot thumb; 50 % on handle; post"
    assert grasp_label("plate", {"held": False}) == "plate: refused\nnot held"


@pytest.mark.usefixtures("drawing")
def test_every_row_has_a_tile(tmp_path, monkeypatch) -> None:
    from matplotlib.image import imread

    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    assert draw_grasp_sheet("dev", tmp_path / "none.png") is None
    gripped_clip().save(clip_path("dev", "ball"))
    keep_row(ROW | {"set": "dev", "thing": "ball"})
    keep_row({"set": "dev", "thing": "plate", "held": False})
    path = draw_grasp_sheet("dev", tmp_path / "sheet.png")
    assert path is not None
    picture = imread(path)[..., :3]
    width, height = TILE
    assert picture.shape[1] == 2 * width
    grasped, refused = picture[: height - 5, :width], picture[: height - 5, width:]
    assert grasped.std() > 10 * max(refused.std(), 1e-3)
