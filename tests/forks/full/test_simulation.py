import numpy as np
import pytest

from prehensile.forks.full.simulation import FullSimulation
from prehensile.forks.models.shipped import ladder, robot_arm
from prehensile.forks.statics.equilibrium import equilibrium


def load_on_tip(mechanism, force) -> np.ndarray:
    load = np.zeros((len(mechanism.links), 6))
    load[-1, :3] = force
    return load


@pytest.mark.parametrize("mechanism", [robot_arm(), ladder(12)], ids=lambda m: m.name)
def test_it_comes_to_the_static_pose(mechanism) -> None:
    load = load_on_tip(mechanism, [8.0, 20, -5])
    full = FullSimulation(mechanism)
    assert np.allclose(full.poses, mechanism.T_world, atol=1e-9)
    for _ in range(300):
        full.step(load, 10, longest=10.0)
    right = equilibrium(mechanism, load).T_world
    moved = np.abs(right - mechanism.T_world)[:, :3, 3].max()
    assert np.abs(full.poses - right)[:, :3, 3].max() < 0.05 * moved
    assert full.speed == 1.0 and full.step_us > 0
    full.reset()
    assert np.allclose(full.poses, mechanism.T_world, atol=1e-9)


def test_without_time_it_makes_one_step_and_gives_up_the_rest() -> None:
    full = FullSimulation(robot_arm())
    load = load_on_tip(robot_arm(), [1.0, 0, 0])
    assert [full.step(load, 4, longest=0.0) for _ in range(20)] == [1] * 20
    assert full.speed == pytest.approx(0.25)
    # What it owes is bounded: it catches up by two frames, not by all twenty.
    assert full.step(load, 4, longest=10.0) == 12


@pytest.mark.long
def test_a_ladder_pulled_hard_does_not_blow_up() -> None:
    """MuJoCo's explicit integrators do, under this load."""
    mechanism = ladder()
    full = FullSimulation(mechanism)
    load = load_on_tip(mechanism, [14.0, 36, -66])
    for _ in range(40):
        full.step(load, 10, longest=10.0)
    moved = np.linalg.norm(full.poses[:, :3, 3] - mechanism.T_world[:, :3, 3], axis=1)
    assert moved.max() < 0.6 * mechanism.radius
