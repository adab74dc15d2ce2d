"""Digits of a massless hand that land one after another, forces known or nearly so."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from prehensile.capture.recording.recording import NamedContact, Touch
from prehensile.compliance.joints.grasp_estimate import (
    SHARED,
    UNKNOWN_FORCE,
    GraspEstimate,
    estimate_grasps,
    estimate_session,
    torque_deviation,
)
from prehensile.compliance.joints.options import Options
from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.compliance.recorded.hand_motion import HandMotion
from prehensile.compliance.recorded.session import Load, Session
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.motion.minimum_jerk import minimum_jerk

DIGITS = ("index", "ring")
TRUE = {"mcp_flex": 0.6, "pip_flex": 0.4, "dip_flex": 2.0}
"""[rad/Nm]"""
MASSLESS = Options(inertia=False)


def grasped(grasps=10, noise=0.003, seed=0):
    """Both fingers close, the ring finger lands 0.1 s after the index; forces are given."""
    rng, hand = np.random.default_rng(seed), Hand()
    c = np.array([TRUE.get(n.partition("_")[2], 0.0) * (n.partition("_")[0] in DIGITS)
                  for n in hand.joint_names])  # fmt: skip
    places = {
        d: Place(TIP_SEGMENT[d], np.asarray(hand.segment(TIP_SEGMENT[d]).pad)) for d in DIGITS
    }
    time = np.arange(0, 3.0, 0.002)
    rest = np.where(c > 0, 0.3, 0.0)
    all_q, all_force, touches = [], {d: [] for d in DIGITS}, []
    for k in range(grasps):
        seconds = rng.uniform(0.6, 1.1)
        passed = minimum_jerk((time - 0.8) / seconds)[0] - minimum_jerk((time - 2.3) / 0.5)[0]
        reference = rest + 0.4 * passed[:, None] * (c > 0)
        q, torque, force = reference, 0.0, {}
        for d, late in zip(DIGITS, (0.0, 0.1), strict=True):
            onset = 0.8 + 0.5 * seconds + late
            push = rng.uniform(0.8, 1.5) * (
                minimum_jerk((time - onset) / 0.4)[0] - minimum_jerk((time - 2.2) / 0.2)[0]
            )
            force[d] = push[:, None] * [0.2, 0.1, 1.0]
            start = 3.0 * k
            touches.append(Touch(d, start + onset + 0.01, start + onset + 0.01, start + 2.35))
        for _ in range(6):
            torque = sum(contact_torques(hand, q, places[d], force[d]) for d in DIGITS)
            q = reference + c * np.asarray(torque)[:, : hand.dof]
        all_q.append(q)
        for d in DIGITS:
            all_force[d].append(force[d])
    q = np.concatenate(all_q)
    loads = {
        d: Load(
            NamedContact(d, TIP_SEGMENT[d], "thing", "fsr", d), places[d],
            np.concatenate(all_force[d]), None, np.ones(len(q), bool), 0.0, 0.05,
        )
        for d in DIGITS
    }  # fmt: skip
    seen = q + noise * rng.normal(size=q.shape)
    motion = HandMotion(hand, np.arange(len(q)) * 0.002, seen, np.eye(4))
    return Session(motion, loads, tuple(touches), "lift")


@cache
def estimated() -> GraspEstimate:
    return estimate_grasps(grasped(), MASSLESS)


def test_joints_of_both_digits_are_told():
    whole = estimated().whole
    low, high = whole.interval().T
    for k in np.flatnonzero(whole.reported):  # forces pass some joints close by
        true = TRUE[whole.joints[k].partition("_")[2]]
        assert whole.compliance[k] == pytest.approx(true, rel=0.12)
        assert low[k] < true < high[k]
    told = [whole.joints[k].partition("_")[0] for k in np.flatnonzero(whole.reported)]
    assert told.count("index") >= 2 and told.count("ring") >= 2


def test_the_wrist_is_left_out_and_the_reason_is_given():
    whole = estimated().whole
    for k, name in enumerate(whole.joints):
        if name.startswith("wrist"):
            assert not whole.reported[k] and whole.reason[k] == SHARED


def test_a_contact_of_one_digit_counts_for_that_digit_alone():
    whole, digits = estimated()
    assert len(whole.windows) == sum(len(one.windows) for one in digits.values()) == 20
    for k, name in enumerate(whole.joints):
        told = {w.touch.contact for w, row in zip(whole.windows, whole.accepted, strict=True)
                if row[k]}  # fmt: skip
        assert told <= {name.partition("_")[0]}
    assert whole.hand_compliance().estimated.sum() == whole.reported.sum()


def spread(session: Session, deviation: float) -> Session:
    covariance = np.broadcast_to(deviation**2 * np.eye(3), (len(session.time), 3, 3))
    loads = {n: load._replace(spread=covariance) for n, load in session.loads.items()}
    return replace(session, loads=loads)


def test_forces_that_are_not_known_widen_the_interval_or_stop_it():
    short = grasped(grasps=5)
    known = estimate_grasps(short, MASSLESS).digits["index"]
    vague = estimate_grasps(spread(short, 0.1), MASSLESS).digits["index"]
    k = known.joints.index("index_mcp_flex")
    assert vague.compliance[k] == known.compliance[k]
    more = torque_deviation(vague)[k]
    assert 0.05 < more < 0.2  # 0.1 N of about 1.1 N
    assert vague.deviation[k] ** 2 == pytest.approx(known.deviation[k] ** 2 + more**2)
    lost = estimate_grasps(spread(short, 1.0), MASSLESS).whole
    assert lost.reason[lost.joints.index("index_mcp_flex")] == UNKNOWN_FORCE


def test_one_digit_alone_is_estimated_as_ever():
    session = grasped(grasps=5)
    alone = replace(
        session,
        loads={"index": session.loads["index"]},
        touches=tuple(t for t in session.touches if t.contact == "index"),
    )
    found = estimate_session(alone, MASSLESS)
    assert found.fit is not None
    assert estimate_session(session, MASSLESS).fit is None


def test_nothing_to_tell_is_said():
    session = grasped(grasps=3)
    light = {n: load._replace(force=1e-6 * load.force) for n, load in session.loads.items()}
    with pytest.raises(InputError, match="too small"):
        estimate_grasps(replace(session, loads=light), MASSLESS)
