"""Windows about touches: torques against the session's closed form."""

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, TIP, MadeSession, made_session

from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.recorded.windows import (
    contact_windows,
    joints_to,
    kinked_fit,
    moved_joints,
)
from prehensile.errors import InputError


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(seed=4, contacts=3, noise=5e-4, force_noise=0.004)


def test_torques_bend_the_joints_as_far_as_they_did(made) -> None:
    """θ − θ_r = C τ of the session, at the end of each window."""
    session = session_of(made.recording)
    c = np.array([made.compliance[name] for name in JOINTS])
    columns = [session.hand.joint_index(name) for name in JOINTS]
    windows = contact_windows(session, JOINTS, 0.3, 0.2)
    assert len(windows) == 3
    for window in windows:
        k = np.searchsorted(session.time, window.touch.onset + window.time[-1])
        bent = (made.q - made.reference)[k, columns]
        assert np.allclose(c * window.torque[-1], bent, rtol=0.08, atol=1e-3)
        assert (window.torque[window.time < 0] == 0).all() and window.lost == 0
        assert not window.used[(window.time > 0) & (window.time < 0.019)].any()
        assert 0.5 * 0.004 < window.force_noise < 2 * 0.004


def test_a_fit_with_a_kink_follows_one() -> None:
    t = np.linspace(-0.5, 0.3, 200)
    q = np.stack([0.3 * t + 0.2 * np.maximum(t, 0), t**2], axis=1)
    assert np.abs(kinked_fit(t, q, np.ones(200, bool)) - q).max() < 1e-4


def test_joints_on_the_way(made) -> None:
    session = session_of(made.recording)
    assert set(JOINTS) <= set(moved_joints(session)) == joints_to(session.hand, TIP)
    assert "middle_mcp_flex" not in moved_joints(session)


def test_nothing_on_both_sides_is_told(made) -> None:
    session = session_of(made.recording)
    with pytest.raises(InputError, match="before and after"):
        contact_windows(session, JOINTS, 1e-3, 1e-3)
