"""The whole pipeline on a session of the lab."""

from pathlib import Path

import numpy as np
import pytest

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.bench.synthesis.noisy_replay import lifted, noisy_figures, noisy_replays
from prehensile.bench.synthesis.replay import Replay
from prehensile.capture.lab.session import lab_session


@pytest.mark.long
def test_what_the_estimator_tells_lifts_the_box_again() -> None:
    session = lab_session("box", 0, contacts=4)
    first, *_ = noisy_replays(Kept(0, session.recording, session.truth), grasps=1)
    assert lifted(first) and first.held_error < 0.005 and first.force_error < 0.3


def test_lifted_is_half_as_high_as_the_lab_lifts() -> None:
    place = np.zeros((2, 3, 3))
    place[0, 1, 2] = 0.04
    low = Replay(2, np.arange(3.0), np.zeros((2, 3, 5)), place, 0, 5.0)
    assert not lifted(low)
    place = place.copy()
    place[1, 1, 2] = 0.035
    assert lifted(low._replace(place=place))


def test_without_recordings_there_is_nothing_to_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    assert noisy_figures([0]) == {"replay_noisy_grasps": 0, "replay_noisy_refused": 0}
