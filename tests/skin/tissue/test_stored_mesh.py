"""Arrays of tissue that fit together, and those that do not."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.skin.tissue.stored_mesh import stored_mesh

HONEST = {
    "corners": np.vstack([np.zeros(3), np.eye(3)]),
    "tetrahedra": np.array([[0, 1, 2, 3]]),
    "bone": np.array([-1, 0, -1, -1]),
    "segments": np.array(["wrist"]),
    "skin_count": np.array(3),
}


def test_what_fits_is_taken_as_it_is():
    mesh = stored_mesh(HONEST)
    np.testing.assert_array_equal(mesh.corners, HONEST["corners"])
    assert mesh.segments == ("wrist",) and mesh.skin_count == 3
    assert mesh.volumes == pytest.approx([1 / 6])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("corners", np.array("a")),
        ("corners", np.zeros((4, 2))),
        ("corners", np.zeros((4, 3), int)),
        ("tetrahedra", np.array([[0, 1, 2, 4]])),
        ("tetrahedra", np.array([[0, 1, 2, -1]])),
        ("tetrahedra", np.array([[0, 1, 2]])),
        ("tetrahedra", np.array([[0.0, 1, 2, 3]])),
        ("bone", np.array([-1, 1, -1, -1])),
        ("bone", np.array([-1, 0])),
        ("bone", np.array(["a", "b", "c", "d"])),
        ("segments", np.array("wrist")),
        ("skin_count", np.array(5)),
        ("skin_count", np.array(-1)),
    ],
)
def test_what_does_not_fit_is_refused(name, value):
    with pytest.raises(InputError):
        stored_mesh({**HONEST, name: value})
