"""Sessions that figures are drawn from: the same subject on the platform and off it."""

import pytest

from prehensile.figures.compliance import tip_sessions
from prehensile.figures.compliance.lab_sessions import SEED


def test_sessions_are_of_development() -> None:
    assert 0 <= SEED < 100
    assert {other for other, _ in tip_sessions.PLATFORMS.values()} == {"explore", "scratch"}


@pytest.mark.long
def test_pushes_and_presses_are_found() -> None:
    assert len(tip_sessions.pushed("perturb").pushes) > 5
    assert len(tip_sessions.pressed().presses.presses) == tip_sessions.PRESSES
