"""What slides is felt as fast as it slides, and answered in time and within bounds."""

from dataclasses import replace

import numpy as np
import pytest
from tests.control.law.test_squeeze import HAND, Q, seen

from prehensile.control.law.slip_reflex import (
    FASTEST,
    FELT_SPEED,
    LATENCY,
    MOST,
    PER_METRE,
    SlipReflex,
)
from prehensile.lie import so3

STEP = 1 / 120


def observed(time, at=(0.0, 0.0, 0.0), turned=0.0, forearm_at=(0.0, 0.0, 0.0)):
    """Five pads that press on a ball, which has moved and turned, and so may have the hand."""
    obs = seen(time)
    pose = np.concatenate([at, so3.to_quat(so3.exp(np.array([0.0, 0.0, turned])))])
    forearm = obs.forearm.copy()
    forearm[:3] += forearm_at
    return replace(obs, forearm=forearm, objects={"ball": pose})


def answers(velocity, onset=0.2, until=1.0, after=0.0, reflex=None):
    """([s], share of the grip) for a ball that begins to move at ``onset`` [s]."""
    reflex = reflex or SlipReflex(HAND, "ball", after)
    times = np.arange(round(until / STEP)) * STEP
    at = [np.asarray(velocity) * max(t - onset, 0.0) for t in times]
    return times, np.array([reflex(observed(t, x)) for t, x in zip(times, at, strict=True)])


def test_sliding_is_the_part_along_the_skin():
    reflex, velocity = SlipReflex(HAND, "ball"), np.array([0.02, -0.01, 0.03])
    reflex(observed(0.0))
    reflex(observed(STEP, STEP * velocity))
    normals = seen(0.0).contacts.normal
    along = velocity - (normals @ velocity)[:, None] * normals
    assert reflex.sliding == pytest.approx(np.linalg.norm(along, axis=1).mean())


def test_what_moves_with_the_hand_does_not_slide():
    reflex = SlipReflex(HAND, "ball")
    for k in range(30):
        way = np.array([0.3, 0.0, 0.2]) * k * STEP
        assert reflex(observed(k * STEP, way, forearm_at=way)) == 0
    assert reflex.sliding < 1e-9


def test_a_turn_slides_where_the_lever_is():
    reflex, rate = SlipReflex(HAND, "ball"), 0.8
    reflex(observed(0.0))
    reflex(observed(STEP, turned=rate * STEP))
    contacts = seen(0.0).contacts
    velocity = np.cross([0.0, 0.0, rate], contacts.pos)
    normal = contacts.normal
    along = velocity - (velocity * normal).sum(axis=1, keepdims=True) * normal
    assert reflex.sliding == pytest.approx(np.linalg.norm(along, axis=1).mean(), rel=0.01)


def test_it_answers_after_70_to_100_ms():
    times, more = answers([0.0, 0.0, -0.03])
    first = times[np.flatnonzero(more > 0)[0]]
    assert 0.07 <= first - 0.2 <= 0.1
    assert 0.07 <= LATENCY <= 0.1


@pytest.mark.parametrize("speed", [0.006, 0.008])
def test_the_answer_is_in_proportion_to_the_way_slid_beyond_what_is_felt(speed):
    reflex = SlipReflex(HAND, "ball")
    _, more = answers([0.0, 0.0, -speed], until=0.5, reflex=reflex)
    rate = np.diff(more)[-1] / STEP
    assert 0 < rate == pytest.approx(PER_METRE * (reflex.sliding - FELT_SPEED))


def test_no_slower_motion_than_is_felt_is_answered():
    assert not answers([0.0, 0.0, -0.9 * FELT_SPEED])[1].any()


def test_it_is_bounded_in_rate_and_in_all():
    _, more = answers([0.0, 0.0, -1.0], until=2.0)
    assert np.diff(more).max() == pytest.approx(FASTEST * STEP)
    assert more.max() == MOST


def test_what_was_added_stays_and_a_new_grip_begins_without_it():
    reflex = SlipReflex(HAND, "ball")
    for k in range(60):
        added = reflex(observed(k * STEP, (0, 0, -0.02 * min(k, 20) * STEP)))
    assert added > 0 and reflex(observed(60 * STEP, (0, 0, -0.4 * STEP))) == added
    assert reflex(observed(2.0, (0, 0, -0.4 * STEP))) == 0


def test_digits_that_still_close_are_not_answered():
    times, more = answers([0.0, 0.0, -0.03], onset=0.0, after=0.5)
    first = times[np.flatnonzero(more > 0)[0]]
    assert 0.5 + LATENCY - STEP <= first <= 0.6


def test_a_hand_that_touches_nothing_feels_nothing():
    reflex = SlipReflex(HAND, "ball")
    nothing = replace(observed(0.0), contacts=seen(0.0, newtons=0.0).contacts)
    reflex(nothing)
    assert reflex(replace(nothing, time=STEP, q=Q + 0.1)) == 0 and reflex.sliding == 0
