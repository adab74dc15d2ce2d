"""Holds of one's own: a box as OBJ."""

import numpy as np
import pytest

from prehensile.errors import FileError, PrehensileError
from prehensile.holds.kinds.kinds import KINDS, find_hold
from prehensile.holds.kinds.own_mesh import own_hold
from prehensile.world.objects.primitives import box
from prehensile.world.things.hold import CENTRE


def write(path, sides, inside_out=False):
    made = box(sides, 1.0)
    faces = made.faces[:, ::-1] if inside_out else made.faces
    rows = [f"v {x} {y} {z}" for x, y, z in made.vertices]
    rows += [f"f {a} {b} {c}" for a, b, c in faces + 1]
    path.write_text("\n".join(rows))
    return path


@pytest.mark.parametrize("inside_out", [False, True])
def test_a_mesh_is_put_on_the_wall(tmp_path, inside_out):
    hold = own_hold(write(tmp_path / "mine.obj", (0.1, 0.04, 0.03), inside_out))
    low, high = hold.object.bounds
    np.testing.assert_allclose(low, [-0.05, -0.04, CENTRE - 0.015], atol=1e-9)
    np.testing.assert_allclose(high, [0.05, 0.0, CENTRE + 0.015], atol=1e-9)
    assert hold.grip[2] == pytest.approx(CENTRE + 0.015) and hold.grip[1] < -0.02
    assert hold.name == "mine.obj"


def test_a_mesh_with_the_name_of_a_kind_is_not_of_that_kind(tmp_path):
    assert find_hold(str(write(tmp_path / "jug.obj", (0.1, 0.04, 0.03)))).kind not in KINDS


def test_what_is_no_hold_is_refused_in_one_line(tmp_path):
    with pytest.raises(PrehensileError, match="1 m"):
        find_hold(str(write(tmp_path / "long.obj", (1.4, 0.1, 0.1))))
    with pytest.raises(PrehensileError, match="flat"):
        find_hold(str(write(tmp_path / "flat.obj", (0.1, 0.001, 0.1))))
    with pytest.raises(FileError, match="nowhere"):
        find_hold(str(tmp_path / "nowhere.stl"))
