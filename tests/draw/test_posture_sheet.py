"""The sheet of a basis: which postures, and that they are drawn."""

import numpy as np
import pytest

from prehensile.draw.posture_sheet import axis_postures, draw_posture_sheet
from prehensile.errors import InputError
from prehensile.skin.dress import Dress
from prehensile.synergy.posture import corpus_basis, posture_basis


def test_rows_go_from_the_lowest_coordinate_over_the_mean_to_the_highest() -> None:
    basis = corpus_basis(2)
    labels, postures = zip(*axis_postures(basis, 5), strict=True)
    p = basis.project(np.array(postures))
    assert p[:5, 0] == pytest.approx([basis.lower[0], basis.lower[0] / 2, 0,
                                      basis.upper[0] / 2, basis.upper[0]])  # fmt: skip
    assert p[:5, 1] == pytest.approx(np.zeros(5)) and p[5:, 0] == pytest.approx(np.zeros(5))
    assert labels[2] == "axis 1: mean" and labels[0] == "axis 1: −1.99 rad"


def test_it_is_drawn(tmp_path, drawing) -> None:
    from PIL import Image

    path = draw_posture_sheet(
        corpus_basis(1), tmp_path / "s.png", columns=3, tile=(120, 130), dress=Dress(bare=True)
    )
    picture = np.asarray(Image.open(path).convert("RGB")).astype(float)
    assert picture.shape == (160, 360, 3)
    first, last = picture[:130, :120], picture[:130, 240:]
    assert picture.std() > 5 and np.abs(first - last).mean() > 5


def test_a_basis_of_other_joints_is_refused(tmp_path) -> None:
    other = posture_basis(np.arange(6.0).reshape(3, 2) ** 2, ("FFJ3", "FFJ2"))
    with pytest.raises(InputError, match="other joints"):
        draw_posture_sheet(other, tmp_path / "s.png")
