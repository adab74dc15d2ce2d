"""The showpieces: in equilibrium from the start, and as far pulled as all of them in MuJoCo."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.contact.compare import compare_with_full
from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.mujoco_scene import contact_model
from prehensile.forks.contact.run import pull_among_bodies
from prehensile.forks.contact.scenes import CONTACT_SCENES, hand_with_ball, standing_hexapod
from prehensile.forks.contact.simulation import ContactSimulation
from prehensile.forks.models.grip import holding_forces
from prehensile.forks.models.shipped import GRAVITY, grasping_grip, ladder
from prehensile.forks.reduced.model import reduce
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.kinematics.forward import segment_transforms

SCENES = {name: make() for name, make in CONTACT_SCENES.items()}


@pytest.mark.parametrize(("name", "worst"), [("hand", 0.03), ("hexapod", 0.02)])
def test_pulled_it_goes_where_mujoco_goes(name: str, worst: float) -> None:
    scene = SCENES[name]
    found = compare_with_full(scene, scene.pulled, np.array(scene.pull))
    size = np.linalg.norm(found.full_moved)
    assert size > 0.004
    assert np.linalg.norm(found.moved - found.full_moved) < worst * size
    assert found.step_us > 0 and found.full_step_us > 0


@pytest.mark.parametrize("name", SCENES)
def test_mujoco_begins_where_it_stands_and_stays(name: str) -> None:
    scene = SCENES[name]
    scene.simulation.reset()
    full = FullContactSimulation(scene.simulation)
    assert np.allclose(full.poses, scene.poses, atol=2e-3)
    start = full.poses
    full.step(scene.handles.loads({}), 240, np.inf)
    assert np.abs(full.poses - start)[:, :3, 3].max() < 5e-4


def test_a_grip_is_an_equilibrium_of_the_whole_hand() -> None:
    """Newton's method on all joints ends in the pose in which the fingertips touch."""
    grip = grasping_grip()
    m = grip.mechanism
    load = np.zeros((len(m.links), 6))
    load[m.effector_rows(m.effectors)] = grip.wrench
    T = m.T_world[m.base]
    right = np.stack(list(segment_transforms(grip.hand, grip.q, T).values()))
    assert np.allclose(equilibrium(m, load, GRAVITY).T_world, right, atol=1e-8)
    assert np.abs(m.T_world - right).max() > 0.005  # and not where the springs rest


def test_the_angles_of_the_hand_are_those_of_its_links() -> None:
    scene = SCENES["hand"]
    scene.simulation.reset()
    assert scene.hand is not None
    T = scene.simulation.poses[scene.simulation.model.mechanism.base]
    links = np.stack(list(segment_transforms(scene.hand, scene.q, T).values()))
    assert np.allclose(links, scene.simulation.poses, atol=5e-4)


def test_holding_forces_lift_and_do_not_turn(rng: np.random.Generator) -> None:
    arms = rng.normal(size=(4, 3))
    inward = -arms / np.linalg.norm(arms, axis=1, keepdims=True)
    found = holding_forces(arms, inward, np.array([0.1, 0, 2.0]))
    assert np.allclose(found.sum(axis=0), [0.1, 0, 2])
    assert np.allclose(np.cross(arms, found).sum(axis=0), 0, atol=1e-12)


def test_a_run_pulls_and_lets_go() -> None:
    run = pull_among_bodies(SCENES["hexapod"], "trunk", np.array([0, 30.0, 0]), 3.0)
    y = run.poses[:, 0, 1, 3] - run.poses[0, 0, 1, 3]
    assert len(run.time) == len(run.touch) == 181 and run.released == 1.5
    assert y[90] > 0.003 and abs(y[-1]) < 5e-4
    assert len(run.touch[0].foot) == 6


def test_the_ground_of_mujoco_is_the_same() -> None:
    import mujoco

    simulation = SCENES["hexapod"].simulation
    model = contact_model(simulation)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    ground, hit = simulation.bodies[0].surface, np.zeros(1, np.int32)
    for x, y in ((0.31, 0.9), (-0.7, -0.93), (1.1, -0.44)):
        above = np.array([x, y, 1.0])
        away = mujoco.mj_ray(model, data, above, np.array([0, 0, -1.0]), None, 1, -1, hit, None)
        distance, normal = ground.nearest(above[None])
        assert away == pytest.approx(float((distance / normal[:, 2])[0]), abs=2e-4)


def test_what_mujoco_cannot_compare_is_refused() -> None:
    with pytest.raises(InputError, match="loops"):
        FullContactSimulation(ContactSimulation(reduce(ladder(6)), [], []))


@pytest.mark.parametrize("make", [hand_with_ball, standing_hexapod])
def test_a_foot_that_is_no_end_effector_is_refused(make) -> None:
    first = SCENES["hand" if make is hand_with_ball else "hexapod"].handles.names[0]
    with pytest.raises(InputError, match="touches the world"):
        make(effectors=[first])
