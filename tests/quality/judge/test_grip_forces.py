"""Forces of one frame by digit, in the body's frame, against what a clip was made of."""

import numpy as np
import pytest
from tests.gripped_clip import PRESSING, gripped_clip

from prehensile.errors import UnknownNameError
from prehensile.quality.judge.grip_forces import grip_forces

HELD = 80


def test_forces_are_summed_by_digit_and_placed_in_the_body() -> None:
    place = (0.01, -0.02, 0.03)
    clip = gripped_clip(
        pressing=PRESSING | {"palm": 0.5}, on_itself=0.7, closing_turn=1.1, where=place
    )
    grip = grip_forces(clip, "ball", HELD)
    assert grip.by_group == pytest.approx(PRESSING | {"palm": 0.5})
    assert grip.total == pytest.approx(9.5)
    assert grip.on_itself == pytest.approx(0.7)
    np.testing.assert_allclose(grip.pos, np.tile(place, (6, 1)), atol=1e-12)


def test_nothing_presses_before_the_hand_closes() -> None:
    grip = grip_forces(gripped_clip(on_itself=1.0), "ball", 0)
    assert grip.total == 0.0 and grip.on_itself == 0.0 and set(grip.by_group.values()) == {0.0}
    with pytest.raises(UnknownNameError, match="cup"):
        grip_forces(gripped_clip(), "cup", 0)
