"""The picture of regions: orange where a handle is, nowhere else."""

import numpy as np
import pytest

from prehensile.bench.grasps.box import Box
from prehensile.bench.grasps.thing import Thing
from prehensile.figures.grasps import region_pictures
from prehensile.figures.grasps.region_pictures import draw_grasp_regions
from prehensile.world.things.block import block


@pytest.mark.usefixtures("drawing")
def test_what_lies_in_the_region_is_orange(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.image import imread

    bar = block((-0.1, -0.01, 0.0), (0.1, 0.01, 0.02))
    half = Box((0.0, -1.0, -1.0), (1.0, 1.0, 1.0))
    things = [
        Thing("half", lambda: None, lambda: bar, "end", (half,)),  # type: ignore[arg-type]
        Thing("nowhere", lambda: None, lambda: bar),  # type: ignore[arg-type]
    ]
    monkeypatch.setattr(region_pictures, "listed", lambda which: things)
    picture = imread(draw_grasp_regions("dev", tmp_path / "regions.png"))[..., :3]
    orange = (picture[..., 0] - picture[..., 2]) > 0.3
    columns = np.flatnonzero(orange.any(axis=0))
    width = picture.shape[1]
    assert width == 240  # one tile: what has no region is left out
    assert columns.min() > 0.35 * width
    assert orange.sum() > 500
