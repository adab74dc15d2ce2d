"""Ways that differ, and ways that only seem to; read from clips made by hand."""

import numpy as np
import pytest
from tests.gripped_clip import PRESSING, gripped_clip
from tests.quality.judge.test_came_from import coming

from prehensile.quality.judge.way_taken import Way, way_taken

ABOVE = np.array([0.0, 0.0, 1.0])
ALL = frozenset(("thumb", "index"))


def tilted(degrees: float) -> np.ndarray:
    a = np.radians(degrees)
    return np.array([np.sin(a), 0.0, np.cos(a)])


@pytest.mark.parametrize(
    ("other", "differs", "elsewhere"),
    [
        (Way(np.array([0.02, 0, 0]), tilted(30), ALL), False, False),
        (Way(np.array([0.031, 0, 0]), ABOVE, ALL), True, True),
        (Way(np.zeros(3), tilted(41), ALL), True, True),
        (Way(np.zeros(3), ABOVE, frozenset(("thumb", "middle"))), True, False),
    ],
)
def test_place_side_or_digits_make_another_way(other: Way, differs: bool, elsewhere: bool) -> None:
    one = Way(np.zeros(3), ABOVE, ALL)
    assert one.differs(other) is differs and other.differs(one) is differs
    assert one.elsewhere(other) is elsewhere and other.elsewhere(one) is elsewhere


def test_a_clip_shows_place_side_and_whatever_presses() -> None:
    place = (0.01, -0.02, 0.03)
    clip = gripped_clip(
        pressing=PRESSING | {"little": 0.09, "palm": 0.5}, closing_turn=1.1, where=place
    )
    way = way_taken(clip, "ball")
    np.testing.assert_allclose(way.middle, place, atol=1e-12)
    assert way.pressing == {"thumb", "index", "middle", "ring", "palm"}
    side = np.array([0.6, 0.0, 0.8])
    np.testing.assert_allclose(way_taken(coming(0.3 * side), "ball").comes_from, side, atol=1e-9)
