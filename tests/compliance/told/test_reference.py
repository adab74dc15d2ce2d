"""Pushed by the recorded forces, the hand repeats the recorded motion (4.14)."""

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, MadeSession, made_session

from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.told.reference import reference_trajectory, session_torques
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.motion.clip import Clip


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(seed=3, contacts=2, noise=0.0, force_noise=0.0)


def _compliance(made, hand) -> HandCompliance:
    joints = np.zeros(hand.dof)
    for name in JOINTS:
        joints[hand.joint_index(name)] = made.compliance[name]
    return HandCompliance.assumed(hand, joints)


def test_the_reference_is_the_true_one(made, tmp_path) -> None:
    session = session_of(made.recording)
    clip = reference_trajectory(session, _compliance(made, session.hand), 1.0, 0.0)
    error = np.degrees(clip.hands[0].q - made.reference)
    assert np.sqrt((error**2).mean()) < 0.05
    assert "4.14" in clip.meta["reference"]
    loaded = Clip.load(clip.save(tmp_path / "reference.npz"))
    assert loaded.allclose(clip)


def test_pushed_it_repeats_what_was_recorded(made) -> None:
    session = session_of(made.recording)
    compliance = _compliance(made, session.hand)
    clip = reference_trajectory(session, compliance, 0.3, 0.0)
    bent = session_torques(session, session.motion.q, 0.3) @ compliance.of(session.hand)
    assert np.allclose(clip.hands[0].q + bent[:, :23], session.motion.q, atol=1e-9)


def test_a_filter_has_a_range(made) -> None:
    session = session_of(made.recording)
    with pytest.raises(InputError, match="share"):
        session_torques(session, session.motion.q, 0.0)
