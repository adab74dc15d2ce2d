import numpy as np
import pytest

from prehensile.draw.mechanism_picture import Layer, Push, mechanism_picture
from prehensile.forks.models.shipped import robot_arm

RED, GREEN = (0.9, 0.1, 0.1), (0.1, 0.8, 0.1)


@pytest.mark.long
def test_layers_keep_their_colours_and_the_last_is_on_top(drawing):
    arm = robot_arm()
    aside = np.array(arm.T_world)
    aside[:, :3, 3] += [0.3, 0, 0]
    one = mechanism_picture(arm, [Layer(arm.T_world, RED)], (160, 160))
    both = mechanism_picture(arm, [Layer(arm.T_world, RED), Layer(aside, GREEN)], (160, 160))
    same = mechanism_picture(arm, [Layer(arm.T_world, RED), Layer(arm.T_world, GREEN)], (160, 160))

    def count(picture: np.ndarray, channel: int) -> int:
        p = picture.astype(int)
        others = np.delete(p, channel, axis=2).max(axis=2)
        return int((p[..., channel] > others + 60).sum())

    assert count(one, 0) > 200 and count(one, 1) == 0
    assert count(both, 0) > 100 and count(both, 1) > 200
    assert count(same, 1) > 200 and count(same, 0) < 0.02 * count(same, 1)


def test_a_force_is_in_the_picture(drawing):
    arm = robot_arm()
    tip = arm.T_world[-1, :3, 3]
    bare = mechanism_picture(arm, [Layer(arm.T_world)], (160, 160))
    pushed = mechanism_picture(
        arm, [Layer(arm.T_world)], (160, 160), Push(tip, np.array([0, 0, 3.0]))
    )
    red = [(p[..., 0].astype(int) > p[..., 1].astype(int) + 100).sum() for p in (bare, pushed)]
    assert red[1] > red[0] + 30
