"""Ends of touches: what the springs let go, against the session's closed form."""

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, MadeSession, made_session

from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.joints.options import Options
from prehensile.compliance.recorded.releases import release_windows
from prehensile.compliance.recorded.session import session_of


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(seed=2, contacts=12, noise=5e-4, force_noise=0.004)


def test_torques_let_go_as_much_as_they_had_bent(made) -> None:
    """θ − θ_r = C τ before and after: its change is C times the change of the torque."""
    session = session_of(made.recording)
    c = np.array([made.compliance[name] for name in JOINTS])
    columns = [session.hand.joint_index(name) for name in JOINTS]
    windows = release_windows(session, JOINTS, 0.2)
    assert len(windows) > 8
    off = []
    for window in windows:
        assert window.released and window.zero == window.touch.end
        first, last = np.searchsorted(session.time, window.zero + window.time[[0, -1]] - 1e-6)
        bent = (made.q - made.reference)[:, columns]
        off.append(np.abs(c * window.torque[-1] - (bent[last] - bent[first])).max())
        assert (window.torque[0] == 0).all() and window.time[0] < 0 < window.time[-1]
    assert np.median(off) < 2e-3  # a few of these moves are wilder than a cubic


def test_no_sample_belongs_to_an_onset_too(made) -> None:
    session = session_of(made.recording)
    for window in release_windows(session, JOINTS, 0.4):
        assert window.zero + window.time[0] >= window.touch.settled + 0.4 - 1e-9


@pytest.mark.long
def test_ends_tell_what_beginnings_do(made) -> None:
    """Both together are surer, and still right."""
    session = session_of(made.recording)
    usual, both = (
        estimate_compliance(session, Options(inertia=False, releases=on)) for on in (False, True)
    )
    assert usual.onsets.all() and 0 < (~both.onsets).sum() <= both.onsets.sum()
    assert len(usual.windows) == both.onsets.sum()
    for name in ("wrist_flex", "index_mcp_flex"):
        k = both.joints.index(name)
        assert both.compliance[k] == pytest.approx(made.compliance[name], rel=0.08)
    assert np.nanmedian(both.deviation / usual.deviation) < 1
