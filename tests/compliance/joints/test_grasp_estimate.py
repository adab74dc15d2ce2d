"""Digits of a massless hand that land one after another, forces known or nearly so."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.compliance.grasped import TRUE, grasped, spread

from prehensile.compliance.joints.grasp_estimate import (
    MODEL,
    SHARED,
    UNKNOWN_FORCE,
    GraspEstimate,
    estimate_grasps,
    estimate_session,
    torque_deviation,
)
from prehensile.compliance.joints.options import Options
from prehensile.errors import InputError

MASSLESS = Options(inertia=False)


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


@pytest.mark.long
def test_forces_that_are_not_known_widen_the_interval_or_stop_it():
    short = grasped(grasps=5)
    known = estimate_grasps(short, MASSLESS).digits["index"]
    vague = estimate_grasps(spread(short, 0.1), MASSLESS).digits["index"]
    k = known.joints.index("index_mcp_flex")
    assert vague.compliance[k] == known.compliance[k]
    more = torque_deviation(vague)[k]
    assert 0.05 < more < 0.2  # 0.1 N of about 1.1 N
    assert vague.deviation[k] ** 2 == pytest.approx(known.deviation[k] ** 2 + more**2 + MODEL**2)
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


def test_coupling_stays_within_a_digit():
    found = estimate_session(grasped(grasps=5), Options(inertia=False, coupling=0.2))
    C = found.hand_compliance().compliance
    hand = found.session.hand
    index, ring = ([hand.joint_index(f"{d}_{j}_flex") for j in ("mcp", "pip", "dip")]
                   for d in ("index", "ring"))  # fmt: skip
    inside = C[np.ix_(index, index)]
    assert np.abs(inside - np.diag(np.diagonal(inside))).max() > 0
    assert not C[np.ix_(index, ring)].any()
    assert np.linalg.eigvalsh(C).min() > 0
