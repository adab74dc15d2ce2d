import numpy as np
import pytest
import trimesh
from tests.draw.looks import is_blue, read

from prehensile.draw.object_sheet import draw_object_sheet
from prehensile.draw.tiles import LABEL_HEIGHT
from prehensile.errors import InputError

pytestmark = pytest.mark.usefixtures("drawing")
BLUE = np.array([0.1, 0.3, 0.8])


def _objects():
    big, small = trimesh.creation.box((0.1, 0.1, 0.1)), trimesh.creation.box((0.05, 0.05, 0.05))
    return {
        "big": (big.vertices, big.faces, BLUE),
        "small": (small.vertices + 3, small.faces, BLUE),
    }


def test_each_thing_fills_its_tile_unless_sizes_are_compared(tmp_path):
    shares = []
    for same_scale in (False, True):
        path = draw_object_sheet(
            _objects(), tmp_path / "o.png", tile=(120, 120), same_scale=same_scale
        )
        sheet = read(path)
        assert sheet.shape == (120 + LABEL_HEIGHT, 240, 3)
        shares.append([is_blue(sheet[:120, x : x + 120]).mean() for x in (0, 120)])
    (big, small), (same_big, same_small) = shares
    assert big > 0.2 and small == pytest.approx(big, abs=0.02)
    assert same_big / same_small == pytest.approx(4, rel=0.25)


def test_no_objects_is_an_error_and_leaves_nothing(tmp_path):
    with pytest.raises(InputError):
        draw_object_sheet({}, tmp_path / "o.png")
    assert not list(tmp_path.iterdir())
