import numpy as np
import pytest
from tests.kinematics.finger_population import random_fingers

from prehensile.kinematics.ik.finger_table import distance, finger_table, slope

RATIO = 2 / 3


def test_equation_5(rng):
    a, b, c = bones = random_fingers(rng, 100).T
    table = finger_table(bones.T, RATIO, np.pi, 0.0, (0.0, 0.6 * np.pi))
    for theta in np.linspace(0, 0.6 * np.pi, 7):
        square = (bones**2).sum(0) + 2 * (
            a * b * np.cos(theta)
            + a * c * np.cos((1 + RATIO) * theta)
            + b * c * np.cos(RATIO * theta)
        )
        np.testing.assert_allclose(distance(table, RATIO, theta), np.sqrt(square), rtol=1e-13)
    np.testing.assert_allclose(table["far"], bones.sum(0), rtol=1e-14)  # (8)


@pytest.mark.parametrize("phi", [0.0, 0.2, 0.6])
def test_the_distance_falls_from_its_maximum_through_the_whole_range(phi, rng):
    table = finger_table(random_fingers(rng, 200), RATIO, np.pi, phi, (0.0, 1.75))
    assert (table["phi"] == phi).all()
    around = [distance(table, RATIO, table["straight"] + s) for s in (-1e-4, 1e-4)]
    assert (table["longest"] >= np.maximum(*around)).all()
    assert (table["near"] < table["far"]).all()
    bends = np.linspace(1e-6, 1.74, 50)
    falling = [distance(table, RATIO, bend) for bend in bends]
    assert (np.diff(falling, axis=0) < 0).mean() > 0.999  # a few stop before 1.74: they turn there


def test_the_slope_against_differences(rng):
    table = finger_table(random_fingers(rng, 50), RATIO, np.pi, 0.4, (0.0, 1.7))
    theta, h = rng.uniform(0, 1.7, 50), 1e-6
    ahead, behind = (distance(table, RATIO, theta + s) ** 2 / 2 for s in (h, -h))
    np.testing.assert_allclose(slope(table, RATIO, theta), (ahead - behind) / (2 * h), atol=1e-11)
