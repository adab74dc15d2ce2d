"""Bones, places and slip of a digit against those that made the markers."""

import numpy as np
import pytest
from tests.compliance.recorded.marker_session import SLIP, marked

from prehensile.compliance.recorded.digit_calibration import calibrate_digit, free_sizes
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.bones import MEAN, vector_of


def test_bones_are_found_from_a_mean_hand() -> None:
    made = marked(noise=3e-5)
    rows = np.linspace(0, made.stream.n_samples - 1, 150).astype(int)
    seen = {name: made.stream.values[rows, k] for k, name in enumerate(made.stream.channels)}
    mean = HandSpec.mean().build()
    wrong = {
        name: one._replace(slip=0.0, point=one.point + 1e-3) for name, one in made.glued.items()
    }
    found = calibrate_digit(mean, wrong, "index", seen, np.eye(4), made.q[rows])
    true = vector_of(np.array(made.hand.spec.bone_lengths), made.hand.spec.breadth)
    cells = list(found.cells)
    deviation = np.sqrt(np.diagonal(found.covariance))[: len(cells)]
    off = found.s[: len(cells)] - true[cells]
    assert (np.abs(off[:3]) < 4 * deviation[:3] + 2e-4).all()
    assert np.abs(off[1]) < 6e-4 < np.abs(MEAN[cells[1]] - true[cells[1]])  # the proximal phalanx
    worn = found.worn(found.s)[1]
    assert worn["index_proximal"].slip == pytest.approx(SLIP, abs=2e-4)
    eigenvalues = np.linalg.eigvalsh(found.covariance)
    assert eigenvalues[0] > -1e-12 and deviation[1] < deviation[3]  # nothing shows the tip


def test_known_sizes_stay() -> None:
    made = marked(noise=3e-5, seconds=4.0)
    rows = np.arange(0, made.stream.n_samples, 10)
    seen = {name: made.stream.values[rows, k] for k, name in enumerate(made.stream.channels)}
    found = calibrate_digit(made.hand, made.glued, "index", seen, np.eye(4), made.q[rows], True)
    hand, worn = found.worn(found.s)
    assert hand is made.hand
    for name, one in worn.items():
        assert np.array_equal(one.point, made.glued[name].point)
    assert [w.slip for w in worn.values() if w.slip] == pytest.approx([SLIP] * 3, abs=1e-4)
    assert np.allclose(found.s[-3:], 0, atol=2e-4)


def test_a_digit_has_its_own_bones() -> None:
    assert len(free_sizes("index")) == 4 and len(free_sizes("thumb")) == 3
    assert not set(free_sizes("index")) & set(free_sizes("middle"))
