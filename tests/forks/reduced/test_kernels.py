"""The compiled kernels against their plain twins."""

import numpy as np
import pytest

from prehensile.forks.articulated.simulation import ArticulatedSimulation
from prehensile.forks.models.shipped import fork, grasping_hand, helix, hexapod
from prehensile.forks.reduced import _kernels, _plain
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.blended_simulation import BlendedSimulation
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.pose_blend import PosedSimulation, hand_blend
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand
from prehensile.lie import se3

BOTH = pytest.mark.parametrize("scale", [0.0, 1e-9, 0.1, 1.0, 4.0])


@BOTH
def test_links_are_posed_alike_near_and_far(rng: np.random.Generator, scale: float) -> None:
    n, r = 150, 7  # blocks, a remainder, coordinates that are no multiple of six
    basis = rng.normal(size=(6, r, n))
    T = se3.exp(rng.normal(size=(n, 6)))
    rest = np.vstack([T[:, :3, :3].reshape(-1, 9).T, T[:, :3, 3].T])
    z = scale * rng.normal(size=r)
    a, b = np.zeros((12, n)), np.zeros((12, n))
    for kernel, out in ((_plain, a), (_kernels, b)):
        kernel.pose_links(z, basis, np.ascontiguousarray(rest), out, 3, 147)
    assert np.allclose(a, b, atol=1e-13, rtol=1e-12)
    assert not a[:, :3].any() and not b[:, 147:].any()


@BOTH
def test_dead_wrenches_are_worth_the_same(rng: np.random.Generator, scale: float) -> None:
    e, r = 3, 8
    basis, R = rng.normal(size=(e, 6, r)), se3.exp(rng.normal(size=(e, 6)))[:, :3, :3].copy()
    com, wrench = rng.normal(size=(e, 3)), rng.normal(size=(e, 6))
    wrench[1] = 0
    a, b = np.zeros(r), np.zeros(r)
    for kernel, out in ((_plain, a), (_kernels, b)):
        kernel.tip_force(np.full(r, scale / 3), wrench,
                         basis, R, com, out)  # fmt: skip
    assert np.allclose(a, b, atol=1e-9 * np.abs(a).max(), rtol=0)


def test_dead_wrenches_do_the_work_that_the_poses_say(rng: np.random.Generator) -> None:
    """F · δz is the force times how its point moves: finite differences of the poses."""
    model = reduce(fork())
    z, wrench = rng.normal(size=model.size), rng.normal(size=(2, 6))
    rows, force = model.linearisation.rows, np.zeros(model.size)
    wrench[:, 3:] = 0  # a dead torque has no potential
    _kernels.tip_force(
        z, wrench, np.ascontiguousarray(model.effector_basis), model.T_rest[rows, :3, :3].copy(),
        model.mechanism.com[rows].copy(), force,
    )  # fmt: skip
    h = 1e-6
    for k, e in enumerate(np.eye(model.size)):
        ahead, behind = (model.poses(z + s * h * e)[rows] for s in (1, -1))
        com = model.mechanism.com[rows]
        moved = (se3.apply(ahead, com) - se3.apply(behind, com)) / (2 * h)
        assert force[k] == pytest.approx(float((moved * wrench[:, :3]).sum()), rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("limits", [False, True])
def test_whole_steps_agree(monkeypatch: pytest.MonkeyPatch, limits: bool) -> None:
    model = reduce(hexapod(), gravity=(0, 0, -9.81))
    wrench = np.zeros((6, 6))
    wrench[:2, :3] = [[300.0, 100, 200], [-50, 0, 80]]
    runs = []
    for plain in ("0", "1"):
        monkeypatch.setenv("PREHENSILE_PLAIN", plain)
        simulation = ReducedSimulation(model, limits=limits)
        simulation.step(wrench, 40)
        runs.append((simulation.z, simulation.v, simulation.poses))
    for compiled, plain in zip(*runs, strict=True):
        assert np.allclose(compiled, plain, rtol=1e-9, atol=1e-12)


def test_articulated_steps_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism = grasping_hand()
    load = np.zeros((len(mechanism.links), 6))
    load[mechanism.effector_rows(mechanism.effectors)] = 0.1
    runs = []
    for plain in ("0", "1"):
        monkeypatch.setenv("PREHENSILE_PLAIN", plain)
        simulation = ArticulatedSimulation(mechanism, gravity=(0, 0, -9.81))
        simulation.step(load, 15)
        runs.append((simulation.q, simulation.v, simulation.poses))
    for compiled, plain in zip(*runs, strict=True):
        assert np.allclose(compiled, plain, rtol=1e-9, atol=1e-12)


def test_threads_give_the_same_numbers() -> None:
    model = reduce(helix(100))
    wrench = np.array([[20.0, 5, -10, 0, 0, 1]])
    one, two = ReducedSimulation(model), ReducedSimulation(model)
    one.step(wrench, 50)
    two.step(wrench, 50, threads=2)
    assert np.array_equal(one.poses, two.poses) and np.array_equal(one.z, two.z)


def test_blended_steps_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    model = reduce(fork())
    blend = Blend.around(model, 0.1 * model.mechanism.radius)
    wrench = np.array([[20.0, 5, -10, 0, 0, 1], [0, 0, 0, 0, 0, 0]])
    runs = []
    for plain in ("0", "1"):
        monkeypatch.setenv("PREHENSILE_PLAIN", plain)
        simulation = BlendedSimulation(blend)
        simulation.step(wrench, 25)
        runs.append((simulation.z, simulation.v, simulation.poses))
    for compiled, plain in zip(*runs, strict=True):
        assert np.allclose(compiled, plain, rtol=1e-8, atol=1e-10)


def test_posed_steps_agree(monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator) -> None:
    hand = Hand()
    keys = np.stack([named_pose(hand, name).q for name in ("neutral", "medium_wrap")])
    blend = hand_blend(hand, keys)
    wrench = 0.1 * rng.normal(size=(5, 6))
    runs = []
    for plain in ("0", "1"):
        monkeypatch.setenv("PREHENSILE_PLAIN", plain)
        simulation = PosedSimulation(blend, keys[0])
        for share in np.linspace(0, 1, 20):
            simulation.step((1 - share) * keys[0] + share * keys[1], wrench)
        runs.append((simulation.z, simulation.v, simulation.poses))
    for compiled, plain in zip(*runs, strict=True):
        assert np.allclose(compiled, plain, rtol=1e-8, atol=1e-10)
