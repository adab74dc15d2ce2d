import numpy as np
import pytest

from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.things.block import block
from prehensile.world.things.joined import cut, hulled, joined, moved, turned_to

CUBE = block((0, 0, 0), (0.1, 0.1, 0.1))


def volume(mesh) -> float:
    assert open_edge_count(mesh[1]) == 0
    return solid_moments(*mesh).volume


def test_volumes_of_union_cut_and_hull():
    other = moved(CUBE, (0.05, 0.0, 0.0))
    assert volume(joined(CUBE, other)) == pytest.approx(1.5e-3)
    assert volume(cut(CUBE, other)) == pytest.approx(0.5e-3)
    far = moved(CUBE, (0.3, 0.0, 0.0))
    assert volume(hulled(CUBE, far)) == pytest.approx(4e-3)


@pytest.mark.parametrize(
    ("axis", "direction"),
    [("x", (1, 0, 0)), ("-x", (-1, 0, 0)), ("y", (0, 1, 0)), ("-y", (0, -1, 0))],
)
def test_turning_is_a_rotation_that_takes_z_there(axis, direction):
    brick = block((0.01, 0.02, 0.03), (0.04, 0.08, 0.13))
    turned = turned_to(brick, axis)
    assert volume(turned) == pytest.approx(0.03 * 0.06 * 0.1)  # positive: not a mirror image
    up = turned_to((np.array([[0.0, 0.0, 1.0]]), brick[1]), axis)[0][0]
    np.testing.assert_array_equal(up, direction)


def test_a_thin_block_is_a_block():
    assert volume(block((0, 0, 0), (0.001, 0.002, 0.003))) == pytest.approx(6e-9)
