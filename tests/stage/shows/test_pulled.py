"""A mechanism on a held base, without a scene about it."""

import numpy as np
import pytest

from prehensile.forks.full.simulation import FullSimulation
from prehensile.forks.measure.pull_run import usual_pull
from prehensile.forks.models.shipped import robot_arm
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.static_pose import static_coordinates
from prehensile.lie import se3
from prehensile.stage.shows.pulled import PulledShow
from prehensile.stage.shows.show import Pulls

MODEL = reduce(robot_arm())


@pytest.fixture
def show() -> PulledShow:
    return PulledShow(MODEL, FullSimulation(robot_arm()), 1.0)


def moved(show: PulledShow, pulls: Pulls, seconds: float = 8.0) -> tuple[np.ndarray, np.ndarray]:
    """How far the end effector goes, reduced and full."""
    before = show.points()
    for _ in range(round(60 * seconds)):
        show.step(pulls, True, np.inf)
    return tuple(b[0] - a[0] for a, b in zip(before, show.points(), strict=True))


@pytest.mark.long
def test_its_own_pull_brings_both_where_the_load_has_them(show: PulledShow) -> None:
    ours, full = moved(show, Pulls({}, (1.0, 1.0)))
    wrench, row = usual_pull(MODEL), MODEL.linearisation.rows[0]
    com = MODEL.mechanism.com[row]
    rest, goal = MODEL.T_rest[row], MODEL.poses(static_coordinates(MODEL, wrench))[row]
    right = se3.apply(goal, com) - se3.apply(rest, com)
    assert np.linalg.norm(ours - right) < 0.02 * np.linalg.norm(right)
    assert np.linalg.norm(full - right) < 0.03 * np.linalg.norm(right)


def test_each_feels_its_own_share(show: PulledShow) -> None:
    ours, full = moved(show, Pulls({}, (0.5, 1.0)))
    assert np.linalg.norm(ours) == pytest.approx(np.linalg.norm(full) / 2, rel=0.05)


def test_without_the_full_one_rest_is_shown_in_its_place() -> None:
    show = PulledShow(MODEL)
    assert not show.has_full and np.isnan(show.full_step_us)
    assert show.step(Pulls({}, (1.0, 1.0)), True, np.inf) == 0
    ours, full = show.points()
    assert np.abs(ours - full).max() > 0
    assert len(show.frame(0.0, "", True).bodies) == len(show.bodies(True)) == 41


def test_frames_kept_become_a_clip_once(show: PulledShow) -> None:
    assert show.taken(1 / 60) is None
    for _ in range(3):
        show.step(Pulls({}, (1.0, 1.0)), False, np.inf)
        show.keep()
    show.reset()  # what was kept stays kept
    clip = show.taken(1 / 60)
    assert clip is not None and clip.n_frames == 3 and clip.time[-1] == pytest.approx(2 / 60)
    assert show.taken(1 / 60) is None
