"""Poses as they come, in step with a clock."""

import numpy as np
import pytest
from tests.synthesis.lifted_ball import RISE, lifting_clip

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.tracked_hand import angles_of
from prehensile.synthesis.play.glide import JOINT_SPEED
from prehensile.synthesis.play.live import BEHIND, Live, warm_up
from prehensile.synthesis.setting import Reference

BEGAN = 100.0
"""[s] of the clock"""


def poses(seconds: float) -> list[Reference]:
    """A hundred a second."""
    track = lifting_clip(seconds)[0].hands[0]
    T = se3.from_pose7(track.T_world_forearm)
    return [
        Reference(np.append(q, np.zeros(3)), base)
        for q, base in zip(angles_of(track), T, strict=True)
    ]


def begun(first: Reference) -> Live:
    return Live(Hand(), lifting_clip(0.2)[1], None, first, BEGAN, floor=False)


@pytest.mark.long
def test_the_ball_is_picked_up_live() -> None:
    stream = poses(1.2)
    live, now = begun(stream[0]), BEGAN
    for k, to in enumerate(stream[1:]):
        now = BEGAN + (k + 1) / 100
        live.follow(now, now - 0.004, to)
        assert live.advance(now) == 5
    for _ in range(3):  # it stalls: the hand stays where it is
        now += 0.1
        live.advance(now)
    clip = live.clip()
    rise = clip.bodies[0].pose[-1, 2] - clip.bodies[0].pose[0, 2]
    assert 0.8 * RISE < rise < 1.3 * RISE
    assert live.play.simulation.time == pytest.approx(now - BEGAN)
    assert live.latency == pytest.approx(0.014, abs=1e-6)  # to come, and as poses lie apart
    assert live.lost == 0 and not live.play.simulation.unsolved
    assert clip.meta["live"] == {"share": live.share, "latency_s": live.latency, "lost_s": 0.0}
    assert clip.verdict is not None and clip.verdict.ok


@pytest.mark.long
def test_after_a_stall_it_catches_up_without_a_jump() -> None:
    stream = poses(0.5)
    live, seen = begun(stream[0]), []
    live.advance(BEGAN + 0.05)
    now = BEGAN + 2.0
    live.advance(BEGAN + 0.05 + BEHIND)
    far = Reference(stream[0].theta + 1.0, stream[0].T_base)
    live.follow(now, now, far)
    for _ in range(60):
        now += 0.002
        live.advance(now)
        seen.append(live.play.simulation.state.reference.theta[5])
    assert np.abs(np.diff(seen)).max() <= JOINT_SPEED * 0.002 * 1.001
    assert seen[-1] == pytest.approx(far.theta[5])


def test_a_slow_machine_loses_time_and_keeps_pace() -> None:
    live = begun(poses(0.2)[0])
    assert live.advance(BEGAN + 1.0) == round(BEHIND / 0.002)
    assert live.lost == pytest.approx(1.0 - BEHIND)
    assert live.advance(BEGAN + 1.01) == 5
    assert live.share > 0


def test_warming_up_touches_nothing() -> None:
    room = lifting_clip(0.2)[1]
    before = [np.array(o.pose) for o in room]
    warm_up(Hand(), room, None, floor=False)
    assert all(np.array_equal(o.pose, pose) for o, pose in zip(room, before, strict=True))


def test_bad_input() -> None:
    first = poses(0.2)[0]
    live = begun(first)
    with pytest.raises(InputError, match="no time"):
        live.clip()
    with pytest.raises(InputError, match="finite"):
        live.follow(BEGAN, BEGAN, Reference(np.full(26, np.nan), np.eye(4)))
    with pytest.raises(InputError, match="another hand"):
        live.follow(BEGAN, BEGAN, Reference(np.zeros(5), np.eye(4)))
    live.follow(BEGAN, BEGAN, first)
    old = Reference(first.theta + 1, first.T_base)
    live.follow(BEGAN, BEGAN - 1, old)  # came late: left out
    live.advance(BEGAN + 0.05)
    assert np.allclose(live.play.simulation.state.reference.theta, first.theta)
