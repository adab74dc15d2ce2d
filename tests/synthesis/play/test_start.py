"""Objects that begin in the hand, in one another, or nowhere."""

from dataclasses import replace

import numpy as np
import pytest
from tests.synthesis.lifted_ball import lifting_clip

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.play.playing import Play
from prehensile.synthesis.setting import Reference
from prehensile.world.scene import ObjectInScene


@pytest.fixture(scope="module")
def made() -> tuple[Clip, list[ObjectInScene]]:
    return lifting_clip(0.5)


def begun(made, k: int, *objects: ObjectInScene, **options) -> Play:
    """A play that begins with frame k of the clip."""
    track = made[0].hands[0]
    first = Reference(
        np.append(angles_of(track)[k], np.zeros(3)), se3.from_pose7(track.T_world_forearm[k])
    )
    return Play(Hand(), "right", objects, None, first, **{"floor": False, **options})


def test_an_open_hand_begins_on_its_reference(made) -> None:
    play = begun(made, 0, made[1][0])
    assert play.inside == 0
    assert np.array_equal(play.simulation.state.theta, play.simulation.state.reference.theta)


def test_fingers_that_begin_in_a_ball_give_way_to_where_their_springs_balance(made) -> None:
    ball = made[1][0]
    play = begun(made, -1, replace(ball, fixed=True))
    assert 0.004 < play.inside < 0.012  # pads were asked 6 mm into it
    s = play.simulation
    contacts, theta, reference = s.contacts, s.state.theta, s.state.reference
    assert -contacts.gap.min() < 1e-6
    done = play.step()
    # (5.22) from the start: θ − θ_r = C Jᵀ f, but for joints at their limits
    J = s.setting.structure.at(theta, reference.T_base, contacts.link, contacts.r)[1]
    torque = np.einsum("iak,ia->k", J, done.wrench)
    C, q = assumed_compliance(Hand()).of(Hand()), theta[:-3]
    free = np.append((q > Hand().lower) & (q < Hand().upper), [True] * 3)
    moved = theta - reference.theta
    assert np.abs(moved).max() > 0.1
    assert np.abs((C @ torque - moved)[free]).max() < 1e-3
    assert np.abs(s.state.theta - theta).max() < 1e-4


def test_what_is_held_from_the_start_stays(made) -> None:
    play = begun(made, -1, made[1][0])
    for _ in range(50):
        play.step()
    at = np.asarray(made[1][0].pose)[:3]
    assert np.linalg.norm(play.simulation.state.T_bodies[0, :3, 3] - at) < 0.01


def test_what_cannot_give_way_is_said(made) -> None:
    ball, stand = made[1]
    forearm = made[0].hands[0].T_world_forearm[0, :3]
    with pytest.raises(InputError, match=r"ball begins \d+ mm inside the hand"):
        begun(made, 0, replace(ball, pose=(*forearm, 1, 0, 0, 0)))
    x, y, z = np.asarray(stand.pose)[:3]
    with pytest.raises(InputError, match=r"ball begins \d+\.\d mm inside stand"):
        begun(made, 0, replace(ball, pose=(x, y, z, 1, 0, 0, 0)), stand)
    with pytest.raises(InputError, match="inside floor"):
        begun(made, 0, replace(ball, pose=(1, 0, 0.01, 1, 0, 0, 0)), floor=True)
    with pytest.raises(InputError, match="outside the room"):
        begun(made, 0, replace(ball, pose=(9, 0, 0.1, 1, 0, 0, 0)))
