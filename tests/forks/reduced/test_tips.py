import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from prehensile.forks.reduced.tips import body_wrench, tip_force

E, R = 3, 4  # end effectors, coordinates


@pytest.fixture
def tips(rng) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Rotations at rest (E, 3, 3), centres of mass (E, 3), a basis (E, 6, R), wrenches (E, 6)."""
    turned = Rotation.random(E, random_state=7).as_matrix()
    return (
        turned,
        rng.normal(size=(E, 3)) * 0.1,
        rng.normal(size=(E, 6, R)),
        rng.normal(size=(E, 6)),
    )


def moved(twist: np.ndarray) -> np.ndarray:
    """(4, 4) SciPy's exponential of a twist (v, ω)."""
    (x, y, z), (a, b, c) = twist[:3], twist[3:]
    return expm(np.array([[0, -c, b, x], [c, 0, -a, y], [-b, a, 0, z], [0, 0, 0, 0]]))


def com_world(R0: np.ndarray, com: np.ndarray, twist: np.ndarray) -> np.ndarray:
    """(3,) [m] of a centre of mass whose link has gone by a twist from its rest, world."""
    T = moved(twist)
    return R0 @ (T[:3, :3] @ com + T[:3, 3])


def test_power_is_the_same_in_both_frames(rng, tips) -> None:
    turned, com, _, wrench = tips
    T = np.tile(np.eye(4), (E, 1, 1))
    T[:, :3, :3], T[:, :3, 3] = turned, rng.normal(size=(E, 3))
    twist = rng.normal(size=(E, 6))
    found = np.einsum("ek,ek->e", body_wrench(T, com, wrench), twist)
    v, w = (np.einsum("eij,ej->ei", turned, part) for part in (twist[:, :3], twist[:, 3:]))
    at_com = v + np.cross(w, np.einsum("eij,ej->ei", turned, com))
    power = np.einsum("ei,ei->e", wrench[:, :3], at_com) + np.einsum("ei,ei->e", wrench[:, 3:], w)
    np.testing.assert_allclose(found, power, rtol=1e-12)


@pytest.mark.parametrize("size", [0.0, 1e-9, 0.4])
def test_dead_forces_do_the_work_that_their_generalised_force_says(rng, tips, size) -> None:
    turned, com, basis, wrench = tips
    wrench = wrench * [1, 1, 1, 0, 0, 0]
    z, h = size * rng.normal(size=R), 1e-6

    def work(z: np.ndarray) -> float:
        return sum(
            f[:3] @ com_world(R0, c, B @ z)
            for R0, c, B, f in zip(turned, com, basis, wrench, strict=True)
        )

    slope = [(work(z + h * e) - work(z - h * e)) / (2 * h) for e in np.eye(R)]
    np.testing.assert_allclose(tip_force(turned, com, basis @ z, basis, wrench), slope, atol=1e-7)


def test_torques_work_on_the_turning_alone(rng, tips) -> None:
    turned, com, basis, wrench = tips
    wrench = wrench * [0, 0, 0, 1, 1, 1]
    z, h = 0.4 * rng.normal(size=R), 1e-6
    found = tip_force(turned, com, basis @ z, basis, wrench)
    for k, e in enumerate(np.eye(R)):
        power = 0.0
        for R0, B, f in zip(turned, basis, wrench, strict=True):
            ahead, behind = (R0 @ moved(B @ (z + s * h * e))[:3, :3] for s in (1, -1))
            power += f[3:] @ Rotation.from_matrix(ahead @ behind.T).as_rotvec() / (2 * h)
        assert found[k] == pytest.approx(power, abs=1e-7)


def test_it_is_linear_in_the_wrench(rng, tips) -> None:
    turned, com, basis, wrench = tips
    z = 0.4 * rng.normal(size=R)
    other = rng.normal(size=(E, 6))
    a, b, both = (tip_force(turned, com, basis @ z, basis, w)
                  for w in (wrench, other, 2 * wrench - 3 * other))  # fmt: skip
    np.testing.assert_allclose(both, 2 * a - 3 * b, atol=1e-12)
