"""The same feet, bodies and friction as a MuJoCo model."""

import mujoco
import numpy as np
import pytest

from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.mujoco_scene import contact_model
from prehensile.forks.contact.scenes import CONTACT_SCENES


def test_the_ground_of_mujoco_is_the_same(scenes) -> None:
    simulation = scenes["hexapod"].simulation
    model = contact_model(simulation)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    ground, hit = simulation.bodies[0].surface, np.zeros(1, np.int32)
    for x, y in ((0.31, 0.9), (-0.7, -0.93), (1.1, -0.44)):
        above = np.array([x, y, 1.0])
        away = mujoco.mj_ray(model, data, above, np.array([0, 0, -1.0]), None, 1, -1, hit, None)
        distance, normal = ground.nearest(above[None])
        assert away == pytest.approx(float((distance / normal[:, 2])[0]), abs=2e-4)


@pytest.mark.parametrize(("name", "feet"), [("hexapod", 4), ("hand", 5)])
def test_a_foot_that_rolls_keeps_its_contact(scenes, name: str, feet: int) -> None:
    """Contacts a hundred times stiffer drop out for single steps."""
    scene = scenes[name]
    scene.simulation.reset()
    full = FullContactSimulation(scene.simulation)
    full.step(scene.handles.loads({}), 200, np.inf)
    load = scene.handles.loads({scene.pulled: np.array(scene.pull)})
    touching = []
    for _ in range(300):
        full.step(load, 1, np.inf)
        contacts = full.data.contact
        pressed = contacts.efc_address >= 0
        touching.append(len(set(contacts.geom[pressed].ravel().tolist())) - 1)
    assert min(touching) == feet


@pytest.mark.parametrize("name", CONTACT_SCENES)
def test_masses_are_the_same(scenes, name: str) -> None:
    simulation = scenes[name].simulation
    model = contact_model(simulation)
    links = simulation.model.mechanism.links
    for thing in (*links, *simulation.bodies):
        assert model.body(thing.name).mass[0] == pytest.approx(thing.mass, rel=1e-9)


def test_only_feet_and_bodies_touch(scenes) -> None:
    model = contact_model(scenes["hand"].simulation)
    pairs = model.geom_contype[:, None] & model.geom_conaffinity
    touching = pairs | pairs.T
    feet = [g for g in range(model.ngeom) if touching[g].any()]
    assert len(feet) == 6  # five fingertips and the ball
    ball = int(model.body("ball").geomadr[0])
    assert np.flatnonzero(touching[ball]).tolist() == [g for g in feet if g != ball]
