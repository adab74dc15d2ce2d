"""A grasp of the lab on its own box; what is counted, by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.bench.synthesis import replay as area
from prehensile.bench.synthesis.replay import (
    REFERENCE,
    Replay,
    grasp_rows,
    replay,
    replay_figures,
    subject_of,
    true_reference,
    world_setting,
)
from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.truth import Truth


@pytest.fixture(scope="module")
def truth() -> Truth:
    return lab_session("box", 3, contacts=1, sensors=[]).truth


@pytest.mark.long
def test_a_lab_grasp_comes_back(truth: Truth) -> None:
    found = replay(truth, 0, world_setting(subject_of(truth)))
    assert found.digits == 2 and found.unsolved == 0
    assert found.force_error < 0.05 and found.held_error < 0.002
    assert np.ptp(found.place[0, :, 2]) > 0.03  # it was lifted
    assert len(found.time) == found.force.shape[1] == found.place.shape[1]


@pytest.mark.long
def test_the_reference_is_what_springs_rest_at(truth: Truth) -> None:
    """Before anything touches, the hand is where its reference is."""
    rows = grasp_rows(truth, 0)
    clip = true_reference(truth, rows)
    assert rows.start == 0 and rows.stop == truth.clip.n_frames and clip.n_frames == rows.stop
    free = ~truth.clip.finger_force[:, 0].any(axis=1)
    first = int(np.argmin(free))
    apart = clip.hands[0].q[:first] - truth.clip.hands[0].q[:first]
    assert first > 100 and np.abs(apart).max() < 0.05


def test_errors_are_of_the_recorded() -> None:
    force, place = np.zeros((2, 4, 5)), np.zeros((2, 4, 3))
    force[0, 1:3, :2], force[1, 1:3, 0], force[1, 1:3, 1] = 1.0, 1.0, 0.5
    place[1, :, 2] = [0, 0, 0.001, 0.01]
    one = Replay(2, np.arange(4.0), force, place, 0, 5.0)
    assert one.force_error == pytest.approx(np.sqrt(0.5 / 4))
    assert one.held_error == pytest.approx(0.001 / np.sqrt(3))
    assert one.path_error == pytest.approx(np.sqrt(1.01e-4 / 4))


def test_figures_are_of_all_grasps(monkeypatch: pytest.MonkeyPatch) -> None:
    force, place = np.ones((2, 3, 5)), np.zeros((2, 3, 3))
    worse = np.stack([force[0], 1.5 * force[0]])
    two = [
        Replay(5, np.arange(3.0), force, place, 0, 6.0),
        Replay(5, np.arange(3.0), worse, place, 1, 4.0),
    ]
    monkeypatch.setattr(area, "kept_sessions", lambda task, seeds: [SimpleNamespace(truth=None)])
    monkeypatch.setattr(area, "subject_of", lambda truth: None)
    monkeypatch.setattr(area, "world_setting", lambda subject: {})
    monkeypatch.setattr(area, "replay", lambda truth, k, setting: two[k])
    found = replay_figures([3], grasps=2)
    assert set(found) == {*REFERENCE, "unsolved_steps"}
    assert found["replay_rms"] == pytest.approx(0.25) and found["replay_rms_worst"] == 0.5
    assert found["unsolved_steps"] == 1 and found["replay_realtime"] == 4.0
    assert found["replay_grasps"] == 2 and found["replay_sessions"] == 1
