"""Four directions, told apart by angles."""

import numpy as np
import pytest

from prehensile.holds.kinds.directions import OUT, tried_directions
from prehensile.holds.kinds.edge import edge


def test_the_directions_are_where_they_should_be():
    found = tried_directions(edge())
    pull = edge().pull
    angle = {k: np.degrees(np.arccos(np.clip(d @ pull, -1, 1))) for k, d in found.items()}
    assert angle["design"] == pytest.approx(0, abs=1e-6)
    assert angle["left"] == pytest.approx(30) and angle["right"] == pytest.approx(30)
    assert angle["outwards"] == pytest.approx(15)
    # The climber looks along +y, so that right is +x; along the wall nothing goes out.
    assert found["right"][0] == pytest.approx(0.5) and found["left"][0] == pytest.approx(-0.5)
    assert found["left"] @ OUT == pytest.approx(0, abs=1e-12)
    assert found["outwards"] @ OUT == pytest.approx(np.sin(np.radians(15)))
