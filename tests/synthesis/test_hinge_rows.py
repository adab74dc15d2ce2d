"""Hinges that rub and stop: closed forms of pendulums and doors, and MuJoCo."""

from itertools import pairwise

import mujoco
import numpy as np
import pytest

from prehensile.bench.synthesis.analytic import NOTHING, PointStructure, tips_on
from prehensile.errors import InputError
from prehensile.forks.contact.surface import Block
from prehensile.lie import se3
from prehensile.synthesis import step as step_module
from prehensile.synthesis.body import Body
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.hinge_rows import HingeRows
from prehensile.synthesis.lcp.solver import LcpResult
from prehensile.synthesis.setting import Reference, Setting, State
from prehensile.synthesis.simulation import Simulation

MASS, ARM, SPIN = 0.2, 0.1, 1e-4
ABOUT = SPIN + MASS * ARM**2
"""[kg m²] about the hinge"""
MOMENT = MASS * 9.81 * ARM
"""[Nm] of the weight, level"""


def pendulum(damping: float = 0.0, dry: float = 0.0, limits=(-np.inf, np.inf)) -> Body:
    """Hangs by an axis along y; its angle is right-handed about it."""
    return Body(
        "bob", "hinge", MASS, SPIN * np.eye(3), np.array([0.0, 1.0, 0.0]),
        np.array([0.0, 0.0, ARM]), damping, dry, limits,
    )  # fmt: skip


def nothing(links: np.ndarray, bodies: np.ndarray) -> Contacts:
    return Contacts.none()


def swung(body: Body, angle: float, timestep: float = 1e-3, **setting) -> Simulation:
    """Let go at an angle [rad] from hanging, which is 0 of the hinge."""
    T = np.eye(4)
    T[2, 3] = -ARM
    turn = se3.exp(np.array([0, 0, 0, 0.0, angle, 0]))
    return Simulation(
        Setting(NOTHING, (body,), timestep=timestep, **setting), nothing, np.zeros((0, 0)),
        Reference(np.zeros(0), np.eye(4)), (turn @ T)[None],
    )  # fmt: skip


def test_what_spins_stops_where_friction_has_taken_its_energy() -> None:
    """I ω² / 2 = t φ; a step adds at most h ω."""
    s = swung(pendulum(dry=2e-3), 0.0, gravity=(0.0, 0.0, 0.0))
    phi = s.state.phi.copy()
    phi[0] = s.setting.bodies[0].subspace[:, 0] * 3.0
    start = s.state
    s.state = State(start.theta, start.reference, start.T_bodies, phi, turned=start.turned)
    for _ in range(4000):
        s.step()
    assert not np.abs(s.state.phi).max() > 1e-12
    assert np.isclose(s.state.turned[0], ABOUT * 9 / (2 * 2e-3), atol=3e-3)


def test_each_swing_of_a_pendulum_is_shorter_by_what_friction_takes() -> None:
    """Weight: m g l (cos b − cos a) = t (a + b) for turning points a and b, until t holds it."""
    dry, start = 0.025, 1.2
    s = swung(pendulum(dry=dry), start, 5e-4)
    angles = []
    for _ in range(4000):
        s.step()
        angles.append(start + s.state.turned[0])
    angles = np.array(angles)
    turns = 1 + np.flatnonzero(np.diff(np.sign(np.diff(angles))) != 0)
    ends = np.abs([start, *angles[turns]])
    assert len(ends) > 3
    for a, b in pairwise(ends):
        if a - b > 0.1:
            lost = MOMENT * (np.cos(b) - np.cos(a))
            assert np.isclose(lost, dry * (a + b), rtol=0.03)
    assert not np.abs(s.state.phi).max() > 1e-9
    assert MOMENT * abs(np.sin(angles[-1])) < dry


def test_it_stays_if_and_only_if_friction_carries_the_moment() -> None:
    for angle in (0.05, 0.4, -1.2):
        need = MOMENT * abs(np.sin(angle))
        for share in (0.999, 1.001):
            s = swung(pendulum(dry=share * need), angle)
            for _ in range(20):
                s.step()
            assert (abs(s.state.turned[0]) < 1e-12) == (share > 1)
            expected = min(share, 1.0) * need * np.sign(angle)
            assert np.isclose(s.state.hinge[0], expected, rtol=1e-9)


def test_a_door_falls_to_its_stop_and_rests_there() -> None:
    for limits in ((-0.7, 0.3), (-0.3, 0.7)):
        angle = 1.2 if limits[0] < -0.5 else -1.2
        s = swung(pendulum(limits=limits), angle)
        for _ in range(400):
            s.step()
            assert limits[0] - 1e-12 < s.state.turned[0] < limits[1] + 1e-12
        stop = limits[0] if angle > 0 else limits[1]
        assert np.isclose(s.state.turned[0], stop, atol=1e-12)
        assert not np.abs(s.state.phi).max() > 1e-12
        assert np.isclose(s.state.hinge[0], MOMENT * np.sin(angle + stop), rtol=1e-9)


def test_swings_are_those_of_mujoco() -> None:
    """The same pendulum with damping, dry friction and a stop, over two swings."""
    damping, dry, stop, start = 1e-3, 0.01, -1.6, 1.0
    model = mujoco.MjModel.from_xml_string(f"""
        <mujoco><option timestep="0.0005" integrator="RK4"/><worldbody><body>
        <joint type="hinge" axis="0 1 0" damping="{damping}" frictionloss="{dry}"
          limited="true" range="{np.degrees(start + stop)} 170"
          solreflimit="0.002 1" solreffriction="0.002 1" solimpfriction="0.999 0.9999 0.001"/>
        <inertial pos="0 0 {-ARM}" mass="{MASS}" diaginertia="{SPIN} {SPIN} {SPIN}"/>
        </body></worldbody></mujoco>""")
    data = mujoco.MjData(model)
    data.qpos[0] = start
    s = swung(pendulum(damping, dry, (stop, 9.0)), start, 5e-4)
    ours, theirs = [], []
    for _ in range(1400):
        mujoco.mj_step(model, data)
        s.step()
        ours.append(start + s.state.turned[0])
        theirs.append(data.qpos[0])
    before = int(np.argmin(ours))
    assert np.isclose(ours[before], start + stop, atol=1e-9)
    assert np.allclose(ours[:before], theirs[:before], atol=5e-4 * 8)  # a step at its speed
    # MuJoCo's stop gives, and gives a little back: how far the next swing goes hardly changes.
    assert np.isclose(max(ours[before:]), max(theirs[before:]), atol=0.02)


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_a_finger_turns_a_stiff_door_if_and_only_if_it_pushes_enough(share: float) -> None:
    """1 N at 40 mm from the axis against dry friction."""
    dry, soft = 0.04 / share, 0.5
    door = Body(
        "door", "hinge", 0.1, np.eye(3) * 6e-5, np.array([0.0, 0, 1]),
        np.array([-0.02, 0.0, 0.0]), dry_friction=dry,
    )  # fmt: skip
    at = np.array([0.02, -0.005, 0.0])
    reference = Reference(at + np.array([0.0, soft, 0.0]), np.eye(4))
    s = Simulation(
        Setting(PointStructure(1), (door,), damping=0.0),
        tips_on(Block((0.03, 0.005, 0.03)), 0, 0.5, [0]),
        soft * np.eye(3), Reference(at, np.eye(4)), np.eye(4)[None],
    )  # fmt: skip
    done = s.step(reference)
    for _ in range(10):
        done = s.step()
    assert (s.state.turned[0] > 1e-6) == (share > 1)
    if share < 1:
        assert np.isclose(s.state.hinge[0], -0.04, rtol=1e-6)
        assert np.allclose(done.wrench[0, :3], [0, -1, 0], atol=1e-6)


def test_a_hinge_is_held_as_before_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    s = swung(pendulum(dry=0.1), 0.4)
    s.step()
    failed = LcpResult(np.full(2, np.nan), np.zeros(2, bool), np.inf, "ray", 5)
    monkeypatch.setattr(step_module, "solve_lcp", lambda *problem: failed)
    assert s.step().solver == "held" and s.unsolved == [s.time]
    assert abs(s.state.turned[0]) < 1e-12
    monkeypatch.undo()
    assert s.step().solver == "lemke" and abs(s.state.turned[0]) < 1e-12


def test_rows_of_several_hinges() -> None:
    bodies = (Body("rock"), pendulum(limits=(-1, np.inf)), pendulum(dry=0.2, limits=(-2.0, 3.0)))
    rows = HingeRows.of(bodies, np.array([0, 0, 1]))
    assert rows.body.tolist() == [2, 1, 2, 2] and rows.column.tolist() == [1, 0, 1, 1]
    turned = np.array([0.0, 0.25, -0.5])
    assert np.allclose(rows.gap(turned), [0, 1.25, 1.5, 3.5])
    assert np.allclose(rows.pushed(np.array([0.3, 1, 2, 5, 77]), 2), [1, 0.1 + 2 - 5])


def test_bad_hinges() -> None:
    with pytest.raises(InputError, match="rubs with -1 Nm"):
        pendulum(dry=-1.0)
    with pytest.raises(InputError, match="enclose 0"):
        pendulum(limits=(0.1, 0.5))
