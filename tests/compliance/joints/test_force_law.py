"""A stated law of stiffness and force, found again."""

import numpy as np
import pytest

from prehensile.compliance.joints.force_law import force_law


def test_a_known_law_is_found_again(rng) -> None:
    """K = 1 + 0.5 F, contacts 5 % off; c is linear about the common one within the spread."""
    planned = rng.uniform(0.9, 1.1, 400)
    own = (1 + 5e-2 * rng.normal(size=400)) / (1 + 0.5 * planned)
    law = force_law(1 / 1.5, own, np.full(400, 0.05), planned)
    deviation = np.sqrt(np.diagonal(law.covariance))
    assert abs(law.slope - 0.5) < 3 * deviation[1] and abs(law.at_rest - 1.0) < 3 * deviation[0]


def test_without_a_law_the_slope_is_noise(rng) -> None:
    found = [
        force_law(0.5, 0.5 * (1 + 0.1 * rng.normal(size=40)), np.full(40, 0.1),
                  rng.uniform(0.4, 1.2, 40)).significance
        for _ in range(60)
    ]  # fmt: skip
    assert np.std(found) == pytest.approx(1.0, abs=0.35)
