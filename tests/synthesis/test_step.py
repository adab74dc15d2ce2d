"""Closed forms: blocks on inclines, fingers that pinch, springs that press, hinges, stacks."""

import numpy as np
import pytest

from prehensile.bench.synthesis.analytic import (
    NOTHING,
    PointStructure,
    block_body,
    resting_block,
    tips_on,
    together,
)
from prehensile.bench.synthesis.closed_forms import (
    HALF,
    holding_force,
    incline,
    pinch,
    slipping_angle,
    speed_after,
    stepped,
)
from prehensile.forks.contact.surface import Block
from prehensile.synthesis import step as step_module
from prehensile.synthesis.body import Body
from prehensile.synthesis.lcp.solver import LcpResult
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation

G = 9.81


def test_a_block_sticks_if_and_only_if_the_slope_is_less_than_friction(
    rng: np.random.Generator,
) -> None:
    """24 sides themselves lose up to 0.25° at μ = 1; halving adds 0.03°."""
    for _ in range(6):
        mu = rng.uniform(0.2, 1.0)
        angle = slipping_angle(rng.uniform(0, 2 * np.pi), mu, 24)
        lost = np.arctan(mu) - np.arctan(mu * np.cos(np.pi / 24))
        assert -lost - 6e-4 < angle - np.arctan(mu) < 6e-4


def test_along_a_side_a_block_slides_as_it_should() -> None:
    s = incline(0.6, 0.0, 0.3, 4)
    speed = speed_after(s, 20)
    assert np.isclose(speed, G * (np.sin(0.6) - 0.3 * np.cos(0.6)) * 20 / 500, rtol=1e-6)
    assert np.abs(s.contacts.gap[:4]).max() < 1e-9


def test_a_block_falls_and_lands_without_a_bounce() -> None:
    s = incline(0.0, 0.0, 0.5, 4)
    T = s.state.T_bodies.copy()
    T[0, 2, 3] += 0.01
    s = Simulation(s.setting, s.geometry, s.compliance, s.state.reference, T)
    for _ in range(60):
        s.step()
    assert np.allclose(s.state.T_bodies[0, :3, 3], [0, 0, HALF[2]], atol=1e-9)
    assert not np.abs(s.state.phi).max() > 1e-9


def test_a_pinch_holds_if_and_only_if_friction_carries_the_weight(
    rng: np.random.Generator,
) -> None:
    """2 μ N ≥ m g; 16 sides lose up to 2 %. Damping would let it sink slowly instead."""
    for _ in range(4):
        mu, mass, azimuth = rng.uniform(0.3, 1.0), rng.uniform(0.05, 0.2), rng.uniform(0, 6)
        share = holding_force(mass, mu, azimuth)
        assert 1 - 1e-4 < share < 1 / np.cos(np.pi / 16) + 1e-4


def test_a_pinched_block_balances_and_sags_as_springs_do() -> None:
    s = pinch(2.0, 0.1, 0.8, 0.7)
    done = stepped(s, 1500)
    weight = 0.1 * np.asarray(s.setting.gravity)
    assert np.abs(weight - done.wrench[:, :3].sum(axis=0)).max() < 1e-6
    assert np.allclose(np.abs(done.wrench[:, 0]), 2.0, atol=1e-6)
    # each finger carries half of the weight on 5 mm/N
    assert np.allclose(s.state.T_bodies[0, :3, 3], 0.5 * weight * 5e-3, atol=1e-8)
    assert np.abs(done.slip).max() < 1e-8


def test_damping_takes_vibration_away() -> None:
    """After the same time the block of a pinch moves less than without."""
    left = []
    for damping in (0.0, 1.0):
        s = pinch(3.0, 0.2, 0.9, 0.3, damping=damping)
        speeds = [speed_after(s, 1) for _ in range(150)]
        left.append(max(speeds[100:]))
    assert left[1] < 0.3 * left[0]


def test_a_block_is_carried_along() -> None:
    """The base moves at 0.2 m/s: the block ends up moving with it, damping or not."""
    for damping in (0.0, 1.0):
        s = pinch(3.0, 0.05, 0.9, 0.3, damping=damping)
        T = np.eye(4)
        done = s.step()
        for _ in range(600):
            T = T.copy()
            T[:3, 3] += np.array([0.0, 0.1, 0.2]) / 500
            done = s.step(Reference(s.state.reference.theta, T))
        assert np.allclose(s.state.phi[0, :3], [0, 0.1, 0.2], atol=1e-4)
        weight = 0.05 * np.asarray(s.setting.gravity)
        assert np.allclose(done.wrench[:, :3].sum(axis=0), weight, atol=1e-3)


@pytest.mark.parametrize("torsion", [0.0, 0.01])
def test_soft_pads_keep_a_pinched_block_from_spinning(torsion: float) -> None:
    """Held off its middle, it swings about the axis unless 2 s N carries the moment."""
    s = pinch(2.0, 0.1, 0.8, 0.0, sides=8)
    geometry = tips_on(Block((0.02, 0.05, 0.05)), 0, 0.8, [0, 1], torsion=torsion)
    T = np.eye(4)
    T[2, 3] = 0.02  # moment 0.1 · 9.81 · 0.02 = 20 mNm; the pads can 2 · 2 · 10 = 40 mNm
    s = Simulation(s.setting, geometry, s.compliance, s.state.reference, T[None])
    done = stepped(s, 300)
    assert (np.abs(s.state.phi[0, 3]) < 1e-9) == (torsion > 0)
    if torsion:
        assert np.isclose(abs(done.wrench[:, 3].sum()), 0.1 * G * 0.02, rtol=1e-2)


def test_one_block_on_another_is_carried_by_the_ground() -> None:
    bodies = (block_body("low", HALF, 0.2), block_body("high", HALF, 0.1), Body("ground"))
    T = np.tile(np.eye(4), (3, 1, 1))
    T[0, 2, 3], T[1, 2, 3] = HALF[2], 3 * HALF[2]
    plate = resting_block(HALF, 0, 2, 0.5)

    def on_top(links: np.ndarray, T: np.ndarray):
        moved = T.copy()
        moved[0, :3, 3] += HALF[2] * T[0, :3, 2]
        return resting_block(HALF, 1, 0, 0.5)(links, moved)

    s = Simulation(
        Setting(NOTHING, bodies), together(plate, on_top), np.zeros((0, 0)),
        Reference(np.zeros(0), np.eye(4)), T,
    )  # fmt: skip
    stepped(s, 49)
    contacts, done = s.contacts, s.step()
    below = contacts.lower == 2
    assert np.isclose(done.wrench[below, 2].sum(), 0.3 * G)
    assert np.isclose(done.wrench[contacts.lower == 0, 2].sum(), 0.1 * G)
    assert np.allclose(s.state.T_bodies, T, atol=1e-9)


def test_a_finger_turns_a_door_on_its_hinge() -> None:
    """A point on a spring pushes 1 N at 40 mm from the axis: α = F d / I at first."""
    inertia = 1e-4
    door = Body(
        "door", "hinge", 0.1, np.eye(3) * (inertia - 0.1 * 0.02**2), np.array([0.0, 0, 1]),
        np.array([-0.02, 0.0, 0.0]), joint_damping=2e-3,
    )  # fmt: skip
    at, soft = np.array([0.02, -0.005, 0.0]), 0.5
    reference = Reference(at + np.array([0.0, soft, 0.0]), np.eye(4))
    s = Simulation(
        Setting(PointStructure(1), (door,), damping=0.0),
        tips_on(Block((0.03, 0.005, 0.03)), 0, 0.5, [0]),
        soft * np.eye(3), Reference(at, np.eye(4)), np.eye(4)[None],
    )  # fmt: skip
    s.step(reference)
    # implicit: the spring gives by what the door turns
    expected = 0.04 / (inertia + 2e-3 / 500) / 500
    assert np.isclose(s.state.phi[0, 5], expected, rtol=1e-2)
    for _ in range(50):
        s.step()
    assert s.state.phi[0, 5] > 0 and not np.abs(s.state.phi[0, 3:5]).any()


def test_without_lemke_forces_are_projected_or_held(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = pinch(2.0, 0.1, 0.8, 0.7)
    s = pinch(2.0, 0.1, 0.8, 0.7)
    stepped(s, 30)
    stepped(expected, 30)
    failed = LcpResult(np.full(36, np.nan), np.zeros(36, bool), np.inf, "ray", 5)
    monkeypatch.setattr(step_module, "solve_lcp", lambda *problem: failed)
    done = s.step()
    monkeypatch.undo()
    assert done.solver == "projected" and not s.unsolved
    assert np.allclose(done.wrench, expected.step().wrench, atol=1e-4)
    monkeypatch.setattr(step_module, "solve_lcp", lambda *problem: failed)
    monkeypatch.setattr(step_module, "projected_wrench", lambda *a: (a[-1], False))
    held = s.step()
    assert held.solver == "held" and (held.wrench == done.wrench).all()
    assert s.unsolved == [s.time] and np.isfinite(s.state.theta).all()
