"""Both twins against a step that was written from the thesis alone, on random scenes."""

import numpy as np
import pytest
from tests.synthesis.crowd import BODIES, crowd
from tests.synthesis.oracle.dense_step import answer, pressed

from prehensile.lie import se3
from prehensile.synthesis.assembly import _kernels as compiled
from prehensile.synthesis.assembly import _plain as plain
from prehensile.synthesis.contacts import HAND
from prehensile.synthesis.moving import _kernels as moving
from prehensile.synthesis.tables import BodyTable

TABLE = BodyTable.of(BODIES)
DOOR = 2


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("twin", [plain, compiled])
def test_the_problem_is_that_of_the_thesis(rng: np.random.Generator, twin, soft: bool) -> None:
    """(5.21) row by row, for any β, λ and torques of hinges."""
    contacts, given = crowd(rng, soft)
    built = twin.assemble(contacts, TABLE, given._replace(J=given.J.copy()))
    N, K, body = len(contacts.key), built.D.shape[2], BODIES[DOOR]
    normal_force = pressed(contacts, given)
    mu = np.where(
        contacts.upper == HAND,
        contacts.friction * np.maximum(normal_force, 0.1) ** -0.25, contacts.friction,
    )  # fmt: skip
    gap = np.einsum("ij,ij->i", contacts.normal, contacts.r - contacts.x)  # (5.8)
    # The hand's skin gives first; bodies come apart at 50 mm/s at most, and not the last 20 µm.
    slowly = [g if g > 0 else min(0.0, max(g + 2e-5, -0.05 * given.h)) for g in gap]
    gap = np.where(contacts.upper == HAND, gap + given.skin, slowly)
    for _ in range(3):
        z = rng.uniform(0, 1, len(built.q))
        beta, lam = z[: N * K].reshape(N, K), z[N * K : N * K + N]
        p, low, high, s = z[-4:]
        wrench = np.einsum("iak,ik->ia", built.D, beta)  # (5.3)
        hinge = np.zeros(3)
        hinge[DOOR] = p - body.dry_friction + low - high
        done = answer(BODIES, contacts, given, wrench, hinge)
        force_only = np.einsum("ij,ij->i", wrench[:, :3], contacts.normal)
        pad = np.where(contacts.upper == HAND, given.pad, 0.0) * force_only
        motion = done.motion.copy()
        motion[:, :3] += pad[:, None] * contacts.normal
        out = built.M @ z + built.q
        along = np.einsum("iak,ia->ik", built.D, motion)
        along[:, 0] += gap  # (5.9)
        along[:, 1:] += lam[:, None]  # (5.7): ν = DᵀΔu − Eᵀλ, E = −1
        assert np.allclose(out[: N * K], along.ravel(), atol=1e-10)
        sigma = mu * beta[:, 0] - beta[:, 1:].sum(axis=1)  # σ = F β
        assert np.allclose(out[N * K : N * K + N], sigma, atol=1e-12)
        turns, at = given.h * done.rates[DOOR][0], given.turned[DOOR]
        rows = [turns + s, at + turns - body.limits[0], body.limits[1] - at - turns]
        assert np.allclose(out[-4:], [*rows, 2 * body.dry_friction - p], atol=1e-10)


@pytest.mark.parametrize("soft", [False, True])
def test_forces_lead_where_they_should(rng: np.random.Generator, soft: bool) -> None:
    contacts, given = crowd(rng, soft)
    given = given._replace(h=1e-3)
    built = plain.assemble(contacts, TABLE, given)
    wrench, theta = rng.normal(size=(6, 6)), rng.normal(size=7)
    about = np.array([0.0, 0.0, 0.3])
    column = TABLE.hinge.column[0]
    hinge = np.zeros(len(TABLE.M))
    hinge[column] = about[DOOR]
    after = moving.moved_all(contacts, TABLE, given, built, wrench, hinge, theta)
    done = answer(BODIES, contacts, given, wrench, about)
    assert np.allclose(after[0], theta + done.theta, atol=1e-12)  # (5.22)
    R = after[1][0, :3, :3]
    assert np.allclose(R @ after[2][0, :3], done.rates[0][:3], atol=1e-10)  # (5.15)
    momentum = given.T[0, :3, :3] @ BODIES[0].inertia @ given.T[0, :3, :3].T @ done.rates[0][3:]
    assert np.allclose(R @ BODIES[0].inertia @ after[2][0, 3:], momentum, atol=1e-9)
    moved = after[1][0, :3, 3] - given.T[0, :3, 3]
    assert np.allclose(moved, given.h * done.rates[0][:3], atol=1e-12)
    assert np.isclose(after[3][DOOR] - given.turned[DOOR], given.h * done.rates[DOOR][0])
    assert np.allclose(after[1][1], given.T[1]) and not after[2][1].any()
    n = contacts.normal
    along = done.motion[:, :3] - np.einsum("ij,ij->i", done.motion[:, :3], n)[:, None] * n
    assert np.allclose(after[4], along / given.h, atol=1e-9)


def test_in_equilibrium_it_is_the_printed_equation(rng: np.random.Generator) -> None:
    """J(θ_r^{k+1} − θ^k) is JΔθ_r − G f^k where θ^k = θ_r^k + C Jᵀ f^k (5.1), as (5.21) says."""
    contacts, given = crowd(rng, False)
    given = given._replace(base=np.stack([given.base[0]] * 2), damping=0.0, pad=0.0, skin=0.0)
    hand = contacts.upper == HAND
    f = rng.normal(size=(6, 3)) * hand[:, None]
    J = np.where(hand[:, None, None], given.J, 0.0)[:, :3]
    bent = given.compliance @ np.einsum("iak,ia->k", J, f)
    built = plain.assemble(
        contacts, TABLE, given._replace(to_reference=given.reference_moves - bent)
    )
    G = np.einsum("iak,kl,jbl->iajb", J, given.compliance, J)
    still = plain.assemble(contacts, TABLE, given._replace(to_reference=np.zeros(7)))
    expected = J @ given.reference_moves - np.einsum("iajb,jb->ia", G, f)
    assert np.allclose(built.free[:, :3] - still.free[:, :3], expected, atol=1e-10)


def test_turning_of_the_body_is_printed_in_the_second_order(rng: np.random.Generator) -> None:
    """(5.19) adds h² M⁻¹[φ]ᵀMφ to the way of a step. Its linear part only turns φ into the frame
    after the step, where Ad of the one before is used; `moved_bodies` has both after the step.
    """
    contacts, given = crowd(rng, False)
    apart = []
    for h in (1e-3, 1e-4):
        now = given._replace(h=h, damping=0.0)
        still = now._replace(to_reference=np.zeros(7), J=np.zeros_like(given.J))
        free = plain.assemble(contacts, TABLE, still).free[3]  # the block on the ground
        M, phi = BODIES[0].spatial_inertia, given.phi[0]
        R, arm = given.T[0, :3, :3], contacts.r[3] - given.T[0, :3, 3]
        weight = np.append(0.1 * R.T @ given.gravity, np.zeros(3))
        turned = se3.small_adjoint(phi).T @ M @ phi
        after = phi + h * np.linalg.solve(M, turned + weight)
        printed = h * (R @ after[:3] + np.cross(R @ after[3:], arm))
        apart.append(np.abs(printed - free[:3]).max() / h)
    assert np.isclose(apart[1] / apart[0], 0.1, rtol=1e-3)


def test_cones_are_regular(rng: np.random.Generator) -> None:
    """(5.2), (5.3): the normal, then sides at equal angles at right angles to it, in pairs."""
    contacts, given = crowd(rng, True)
    for twin in (plain, compiled):
        D = twin.assemble(contacts, TABLE, given._replace(J=given.J.copy())).D
        sides = given.sides
        for i, n in enumerate(contacts.normal):
            assert np.allclose(D[i, :3, 0], n) and not D[i, 3:, : 1 + sides].any()
            tangents = D[i, :3, 1 : 1 + sides]
            dots = np.cos(2 * np.pi * np.subtract.outer(np.arange(sides), np.arange(sides)) / sides)
            assert np.allclose(tangents.T @ tangents, dots) and np.allclose(n @ tangents, 0)
            twist = D[i, 3:, 1 + sides :]
            assert np.allclose(twist[:, 0], -twist[:, 1])
            assert np.allclose(np.cross(n, twist[:, 0]), 0) and not D[i, :3, 1 + sides :].any()
