import numpy as np
import pytest

from prehensile.errors import InputError, SimulationError
from prehensile.forks.measure.accuracy import pull
from prehensile.forks.measure.pull_run import pull_and_release, softest_direction
from prehensile.forks.models.shipped import robot_arm, shipped
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.static_pose import static_coordinates


def test_it_comes_to_the_static_pose_and_back() -> None:
    model = reduce(robot_arm())
    wrench = pull(model, softest_direction(model), 0.05)
    run = pull_and_release(model, wrench, 16.0)
    assert run.time[-1] == pytest.approx(16.0) and run.released == pytest.approx(8.0)
    half = int(np.argmin(np.abs(run.time - run.released)))
    goal = model.poses(static_coordinates(model, wrench))
    size = np.abs(goal - model.T_rest).max()
    assert np.abs(run.poses[half] - goal).max() < 0.01 * size
    assert np.abs(run.poses[-1] - model.T_rest).max() < 0.01 * size
    assert np.array_equal(run.poses[0], model.T_rest)


@pytest.mark.parametrize("name", ["arm", "hand", "hexapod"])
def test_no_direction_is_softer(name: str, rng) -> None:
    """A unit force along it moves the centre of mass farther than any other."""
    model = reduce(shipped(name))
    softest = softest_direction(model)
    assert np.linalg.norm(softest) == pytest.approx(1)

    def moved(direction: np.ndarray) -> float:
        """[m] for one newton; pull() gives the force for a share of the radius."""
        return 1 / float(np.linalg.norm(pull(model, direction, 1.0)[0, :3]))

    others = [moved(d / np.linalg.norm(d)) for d in rng.normal(size=(50, 3))]
    assert moved(softest) >= max(others)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), 1e6])
def test_a_run_needs_time(seconds: float) -> None:
    with pytest.raises(InputError, match="a run of"):
        pull_and_release(reduce(robot_arm()), np.zeros((1, 6)), seconds)


def test_numbers_that_run_away_are_said() -> None:
    with pytest.raises(SimulationError, match="pull less"):
        pull_and_release(reduce(robot_arm()), np.full((1, 6), 1e12), 0.5)
