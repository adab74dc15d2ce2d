"""A pull judged: two points on a made-up show, one of them slower than the other."""

import numpy as np
import pytest

from prehensile.stage.shows.show import Show
from prehensile.stage.shows.trial import Trial


class Springs(Show):
    """Two points that go where the force has them at once, by 20 mm and by ``full`` times that."""

    handles = ("other", "tip")
    pulled = "tip"
    step_us, full_step_us = 2.0, 100.0
    reset = step = frame = bodies = keep = taken = None  # pyright: ignore[reportAssignmentType]

    def __init__(self, full: float = 1.0):
        self.size, self.at = (0.02, 0.02 * full), (0.0, 0.0)

    def points(self):
        ours, full = (np.array([[9.0, 9, 9], [s * a, 0.5, 0]]) for s, a in zip(
            self.size, self.at, strict=True))  # fmt: skip
        return ours, full


def judged(show: Springs, made: int = 4, ghost: bool = True) -> tuple[Trial, int]:
    """The trial, and after how many frames it was over."""
    trial, frames = Trial(show, compared=True), 0
    while not trial.over:
        show.at = trial.shares
        trial.go_on(made, ghost)
        frames += 1
        assert frames < 2000
    return trial, frames


def test_points_that_go_alike_are_close():
    trial, frames = judged(Springs(1.02))
    found = trial.verdict()
    assert frames == 120 and found.ok
    assert found.figures["moved"].value == pytest.approx(20)
    assert found.figures["full moved"].value == pytest.approx(20.4)
    assert found.figures["apart"].value == pytest.approx(100 * 0.4 / 20.4)
    assert found.figures["faster"].value == 50
    assert found.line == (
        "tip came 20.0 mm, the full mechanism 20.4: 2.0% apart, 50 times faster (2 µs a step "
        "instead of 100)."
    )


def test_points_that_part_are_not_and_it_says_what_to_do():
    found = judged(Springs(1.5))[0].verdict()
    assert not found.ok and found.reason == "more than 10% apart"
    assert "without the mouse" in found.advice


def test_a_slow_one_is_waited_for_and_feels_its_force_by_its_own_clock():
    show = Springs()
    trial, frames = judged(show, made=1)
    assert frames == 480 and trial.verdict().figures["apart"].value == pytest.approx(0)


def test_the_force_comes_gently_and_stays():
    show = Springs()
    trial, shares = Trial(show, compared=True), []
    for _ in range(130):
        shares.append(trial.shares[0])
        trial.go_on(4, True)
    assert shares[0] == 0 and shares[30] == pytest.approx(0.5) and shares[60:] == [1.0] * 70
    assert np.diff(shares[:61]).min() > 0 and trial.shares == (1.0, 1.0)


def test_left_out_for_a_moment_the_full_one_is_not_judged():
    show = Springs()
    trial = Trial(show, compared=True)
    for frame in range(120):
        show.at = trial.shares
        trial.go_on(4 if frame != 60 else 0, frame != 60)
    found = trial.verdict()
    assert trial.over and found.ok and set(found.figures) == {"moved"}
    assert "Switch the full simulation on" in found.advice
