"""References: minimum-jerk moves that add up."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from prehensile.capture.lab.reference import Move, Reference, one_after_another

TIMES = np.linspace(0, 3, 301)


@given(st.floats(0, 1), st.floats(0.2, 1.5), st.floats(-1, 1))
def test_one_move_is_the_closed_form(start, seconds, change):
    q, qd = Reference(np.zeros(1), (Move(start, seconds, np.array([change])),)).at(TIMES)
    u = np.clip((TIMES - start) / seconds, 0, 1)
    np.testing.assert_allclose(q[:, 0], change * (10 * u**3 - 15 * u**4 + 6 * u**5), atol=1e-12)
    np.testing.assert_allclose(
        qd[:, 0], change / seconds * (30 * u**2 - 60 * u**3 + 30 * u**4), atol=1e-9
    )


def test_velocities_are_the_derivative_and_moves_overlap():
    moves = (Move(0.2, 1.0, np.array([1.0, 0])), Move(0.7, 0.8, np.array([-0.5, 2])))
    path = Reference(np.array([0.1, 0.2]), moves)
    h = 1e-5
    middle = np.linspace(0.05, 2.5, 200)
    numeric = (path.at(middle + h)[0] - path.at(middle - h)[0]) / (2 * h)
    np.testing.assert_allclose(path.at(middle)[1], numeric, atol=1e-6)
    np.testing.assert_allclose(path.at(TIMES)[0][-1], path.end)


def test_stations_are_reached_one_after_another():
    poses = [np.array([1.0]), np.array([-1.0])]
    moves, end = one_after_another(np.zeros(1), [(poses[0], 0.5, 0.5), (poses[1], 1.0, 0.25)])
    assert end == 2.25
    q, _ = Reference(np.zeros(1), tuple(moves)).at(np.array([0.5, 1.0, 2.0, 2.25]))
    np.testing.assert_allclose(q[:, 0], [1, 1, -1, -1], atol=1e-12)
