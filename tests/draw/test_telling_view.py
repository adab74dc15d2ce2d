import numpy as np

from prehensile.draw.telling_view import seen_shares, telling_direction


def _ball(rng, centre, radius=0.02):
    p = rng.normal(size=(3000, 3))
    return centre + radius * p / np.linalg.norm(p, axis=1, keepdims=True)


def test_a_thing_behind_another_is_not_seen(rng):
    parts = [_ball(rng, [0.1, 0, 0], 0.05), _ball(rng, [-0.1, 0, 0])]
    front, behind = seen_shares(parts, np.array([1.0, 0, 0]))
    assert front > 0.3 and behind < 0.05  # points leave gaps


def test_two_balls_in_a_row_are_seen_from_the_side(rng):
    parts = [_ball(rng, [0.1, 0, 0]), _ball(rng, [-0.1, 0, 0])]
    direction = telling_direction([parts])
    assert abs(direction[0]) < 0.95 and 0 < direction[2] < 0.7
    assert seen_shares(parts, direction).min() > 0.4


def test_things_far_apart_take_no_more_memory():
    """Half a kilometre once took nine gigabytes; what hides what is the same."""
    rng = np.random.default_rng(0)
    parts = [rng.uniform(0, 0.1, (500, 3)) + np.array([0, y, 0]) for y in (0.0, 0.2)]
    direction = np.array([0.0, -1.0, 0.3]) / np.linalg.norm([0, 1, 0.3])
    near = seen_shares(parts, direction)
    far = seen_shares([*parts, np.full((1, 3), 900.0)], direction)
    np.testing.assert_allclose(far, [*near, 1.0], atol=0.05)
