import numpy as np
from tests.forks.reduced.test_blend import DIRECTIONS, single

from prehensile.forks.measure.accuracy import pull
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.blended_simulation import BlendedSimulation, simulation_of
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.forks.reduced.static_pose import static_coordinates


def test_a_blend_steps_to_its_own_static_pose_and_loses_energy() -> None:
    model = single("arm")
    blend = Blend.around(model, 0.1 * model.mechanism.radius)
    simulation = BlendedSimulation(blend, 1 / 60)
    wrench = pull(model, DIRECTIONS[1], 0.08)
    z = simulation.step(wrench, 1000)
    assert np.allclose(z, static_coordinates(blend, wrench), atol=1e-6)
    assert np.allclose(simulation.poses, blend.poses(z), atol=1e-12)
    simulation.step(None, 1000)
    assert np.linalg.norm(simulation.z) < 1e-6 * np.linalg.norm(z) + 1e-9


def test_near_rest_one_linearisation_and_several_move_alike() -> None:
    model = single("arm")
    wrench = pull(model, DIRECTIONS[0], 1e-4)
    one = simulation_of(model)
    several = simulation_of(Blend.around(model, 0.1 * model.mechanism.radius))
    assert isinstance(one, ReducedSimulation) and isinstance(several, BlendedSimulation)
    size = np.abs(one.step(wrench, 60)).max()
    assert np.allclose(several.step(wrench, 60), one.z, atol=1e-3 * size)
