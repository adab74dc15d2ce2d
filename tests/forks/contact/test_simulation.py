import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.contact.scenes import hand_with_ball, standing_hexapod
from prehensile.forks.contact.simulation import Body, ContactSimulation
from prehensile.forks.contact.surface import Ground
from prehensile.forks.mechanism.foot import Foot
from prehensile.forks.mechanism.joint import slider
from prehensile.forks.mechanism.link import rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.hexapod import feet_of, hexapod
from prehensile.forks.models.shipped import ground, robot_arm
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.simulation import ReducedSimulation

G = 9.81


def post(stiffness: float = 1000.0) -> Mechanism:
    """A rod on a vertical spring, its foot at the origin."""
    link = rod("rod", [0, 0, 0.1], [0, 0, 0.5], 0.02)
    joint = slider("lift", "base", "rod", [0, 0, 0.5], [0, 0, 1], stiffness, 40.0)
    return Mechanism("post", [ground(np.array([0, 0, 1.0])), link], [joint], "base", ["rod"])


def test_a_spring_pressed_on_the_ground_answers_by_hooke() -> None:
    model = reduce(post(), gravity=(0, 0, -G))
    tip = model.linearisation.rows[0]
    foot = np.linalg.inv(model.T_rest[tip]) @ [0, 0, 0.1, 1]
    floor = Body(Ground(lambda x, y: np.full_like(x, 0.1 - 0.05 + 0.01)))
    simulation = ContactSimulation(model, [Foot("rod", foot[:3], 0.05)], [floor])
    touch = simulation.step(steps=500)
    lift = simulation.poses[tip, 2, 3] - model.T_rest[tip, 2, 3]
    assert lift == pytest.approx(0.01, abs=2e-4)
    assert touch.force[0, 2] == pytest.approx(1000.0 * lift, rel=1e-3)


def test_a_robot_stands_and_its_feet_carry_its_weight() -> None:
    simulation = standing_hexapod().simulation
    simulation.step(steps=500)
    touch = simulation.touch
    weight = G * simulation.model.mechanism.mass.sum()
    assert len(touch.foot) == 6
    assert touch.force.sum(axis=0) == pytest.approx([0, 0, weight], abs=0.01 * weight)
    assert np.abs(simulation.motion.base_velocity).max() < 1e-3
    assert touch.gap.min() > -1e-3
    n = np.einsum("ci,ci->c", touch.force, touch.normal)
    t = np.linalg.norm(touch.force - n[:, None] * touch.normal, axis=1)
    assert (n >= 0).all() and (t <= 0.8 * n + 1e-9).all()


def test_a_free_base_falls_freely() -> None:
    simulation = ContactSimulation(reduce(hexapod()), [], [])
    simulation.step(steps=24)
    h, n = 1 / 240, 24
    assert simulation.motion.base_velocity[2] == pytest.approx(-G * n * h, rel=1e-9)
    assert simulation.motion.T_base[2, 3] == pytest.approx(
        0.25 - G * h * h * n * (n + 1) / 2, rel=1e-9
    )
    # Whatever hangs on it falls with it: seen from outside, nothing bends.
    assert np.abs(simulation.motion.z).max() == 0


def test_off_the_ground_it_yields_as_the_contact_free_step_does() -> None:
    model = reduce(robot_arm())
    wrench = np.array([[20.0, -5, 10, 0.5, 0, 1]])
    plain, touching = ReducedSimulation(model), ContactSimulation(model, [], [])
    plain.step(wrench, 50)
    touching.step(wrench, 50)
    assert np.allclose(plain.z, touching.motion.z, rtol=1e-10, atol=1e-12)
    assert np.allclose(plain.poses, touching.poses, atol=1e-12)


def test_on_ice_it_slides_and_on_rubber_it_stays() -> None:
    slope = Body(Ground(lambda x, y: 0.3 * x))
    drift = []
    for friction in (0.02, 1.0):
        robot = hexapod()
        feet = [Foot(f.effector, f.point, f.radius, friction) for f in feet_of(robot)]
        simulation = ContactSimulation(reduce(robot, gravity=(0, 0, -G)), feet, [slope])
        simulation.motion.T_base[2, 3] += 0.1
        simulation.step(steps=300)
        start = simulation.motion.T_base[0, 3]
        simulation.step(steps=120)
        drift.append(abs(simulation.motion.T_base[0, 3] - start))
    assert drift[0] > 0.2 and drift[1] < 0.01


def test_five_fingertips_hold_a_ball_against_gravity() -> None:
    simulation = hand_with_ball().simulation
    simulation.step(steps=480)
    before = simulation.motion.T_bodies[0, :3, 3].copy()
    touch = simulation.step(steps=240)
    assert np.linalg.norm(simulation.motion.T_bodies[0, :3, 3] - before) < 1e-3
    assert touch.force.sum(axis=0) == pytest.approx(
        [0, 0, -G * simulation.bodies[0].mass], abs=0.02
    )
    assert touch.gap.min() > -1e-3


def test_a_foot_on_no_end_effector_is_refused() -> None:
    with pytest.raises(InputError, match="'link3', which is no end effector"):
        ContactSimulation(reduce(robot_arm()), [Foot("link3", np.zeros(3), 0.01)], [])


def test_a_wrench_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(InputError, match="expected"):
        ContactSimulation(reduce(robot_arm()), [], []).step(np.zeros(6))
