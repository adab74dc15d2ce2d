"""Pushed by the recorded forces, the hand repeats the recorded motion (4.14)."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import JOINTS, MadeSession, made_session

from prehensile.compliance.model.compliant_hand import contact_torques
from prehensile.compliance.recorded.session import Session, session_of
from prehensile.compliance.told.reference import (
    BLENDED,
    Smoothing,
    reference_trajectory,
    session_torques,
)
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.motion.clip import Clip
from prehensile.motion.minimum_jerk import minimum_jerk

RAW = Smoothing(0.0, 0.0)


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(seed=3, contacts=2, noise=0.0, force_noise=0.0)


def _compliance(made, hand) -> HandCompliance:
    joints = np.zeros(hand.dof)
    for name in JOINTS:
        joints[hand.joint_index(name)] = made.compliance[name]
    return HandCompliance.assumed(hand, joints)


def _touching(session: Session) -> np.ndarray:
    spans = [(session.time >= t.onset) & (session.time <= t.end) for t in session.touches]
    return np.logical_or.reduce(spans)


def _pushed(session: Session, compliance: HandCompliance, reference: np.ndarray) -> np.ndarray:
    """(n, dof) while it touches, every fourth sample: θ = θ_r + C J(θ)ᵀ f by repeated
    substitution, lever arms where the hand ends up.
    """
    (load,) = session.loads.values()
    some = np.flatnonzero(_touching(session))[::4]
    force, rest = load.force[some], reference[some]
    q = rest
    for _ in range(12):
        torque = contact_torques(session.hand, q, load.place, force)
        q = 0.3 * q + 0.7 * (rest + (torque @ compliance.of(session.hand))[:, : q.shape[1]])
    return q


def _rms_deg(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.degrees(np.sqrt(((a - b) ** 2).mean())))


def test_the_reference_is_the_true_one(made, tmp_path) -> None:
    session = session_of(made.recording)
    clip = reference_trajectory(session, _compliance(made, session.hand), RAW)
    assert _rms_deg(clip.hands[0].q, made.reference) < 0.05
    assert "4.14" in clip.meta["reference"] and clip.meta["smooth_hz"] == 0
    loaded = Clip.load(clip.save(tmp_path / "reference.npz"))
    assert loaded.allclose(clip) and loaded.meta["task"] == "explore"


def test_pushed_it_repeats_what_was_recorded(made) -> None:
    session = session_of(made.recording)
    compliance = _compliance(made, session.hand)
    clip = reference_trajectory(session, compliance, RAW)
    again = _pushed(session, compliance, clip.hands[0].q)
    assert _rms_deg(again, session.motion.q[_touching(session)][::4]) < 0.01


@pytest.mark.parametrize("smoothing", [Smoothing(), BLENDED], ids=["filtered", "blended"])
def test_noise_is_taken_out_and_the_kink_is_not(noisy, estimate, smoothing) -> None:
    """The true motion, not the noisy one, comes back; and the reference is the true one."""
    session = estimate.session
    compliance = _compliance(noisy, session.hand)
    clip = reference_trajectory(session, compliance, smoothing, estimate)
    columns = [session.hand.joint_index(name) for name in JOINTS]
    on = _touching(session)
    found, true = clip.hands[0].q[on][:, columns], noisy.reference[on][:, columns]
    assert _rms_deg(found, true) < 0.35
    again = _pushed(session, compliance, clip.hands[0].q)[:, columns]
    assert _rms_deg(again, noisy.q[on][::4][:, columns]) < 0.35


def test_a_blend_starts_with_the_extrapolation_and_ends_with_the_motion(estimate) -> None:
    session = estimate.session
    compliance = estimate.hand_compliance()
    blended = Smoothing(0.0, 0.0, 0.1)
    q = reference_trajectory(session, compliance, blended, estimate).hands[0].q
    plain = reference_trajectory(session, compliance, RAW).hands[0].q
    told = [estimate.joints.index(name) for name in estimate.fitted]
    good = estimate.accepted[:, told]
    k = int(good.sum(1).argmax())
    touch, own = estimate.windows[k].touch, estimate.fit.contacts[k]
    columns = np.array([session.hand.joint_index(name) for name in estimate.fitted])[good[k]]
    at = int(session.time.searchsorted(touch.onset + 0.01))
    expected = own.reference(session.time[[at]] - touch.onset)[0, good[k]]
    assert np.allclose(q[at, columns], expected, atol=1e-9)
    later = (session.time > touch.settled + 0.1) & (session.time < touch.end - 0.1)
    assert np.allclose(q[later], plain[later], atol=1e-12)
    half = int(session.time.searchsorted(touch.end - 0.05))
    share = minimum_jerk((session.time[half] - touch.end + 0.1) / 0.1)[0]
    expected = (1 - share) * plain[half] + share * session.motion.q[half]
    assert np.allclose(q[half], expected, atol=1e-9)


def test_a_forearm_that_is_recorded_sample_by_sample_is_taken_so(made) -> None:
    session = session_of(made.recording)
    still = session.motion.T_world_forearm
    moving = replace(session.motion, T_world_forearm=np.tile(still, (len(session.time), 1, 1)))
    found = session_torques(replace(session, motion=moving), session.motion.q)
    assert np.allclose(found, session_torques(session, session.motion.q), atol=1e-12)


def test_a_filter_has_a_range_and_a_blend_an_estimate(made) -> None:
    session = session_of(made.recording)
    with pytest.raises(InputError, match="cutoff"):
        session_torques(session, session.motion.q, -1.0)
    with pytest.raises(InputError, match="estimate"):
        reference_trajectory(session, _compliance(made, session.hand), BLENDED)
