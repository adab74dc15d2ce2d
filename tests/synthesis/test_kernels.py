"""Compiled parts of a step against their plain twins."""

import numpy as np
import pytest

from prehensile.bench.synthesis.analytic import block_body
from prehensile.frozen import read_only
from prehensile.lie import se3
from prehensile.synthesis import _kernels, _plain
from prehensile.synthesis.body import Body
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.tables import BodyTable, StepInput

BODIES = (
    block_body("block", (0.02, 0.03, 0.01), 0.1),
    Body("ground"),
    Body(
        "door", "hinge", 0.2, np.diag([1e-4, 3e-4, 2e-4]), np.array([0.0, 0.6, 0.8]),
        np.array([0.01, 0.03, -0.02]), 1e-3,
    ),
)  # fmt: skip


def crowd(rng: np.random.Generator, soft: bool) -> tuple[Contacts, StepInput]:
    """Six contacts: of the hand with all bodies, and of bodies with one another."""
    n, normal = 7, rng.normal(size=(6, 3))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    upper = np.array([HAND, HAND, HAND, 0, 0, 2])
    contacts = Contacts(
        np.array([1, 2, 3, -1, -1, -1]), upper, np.array([0, 1, 2, 1, 2, 1]),
        rng.normal(0, 0.05, (6, 3)), rng.normal(0, 0.05, (6, 3)), normal, rng.uniform(0, 1, 6),
        np.zeros(6), np.arange(6),
    )  # fmt: skip
    A = rng.normal(size=(n, n))
    T = read_only(np.stack([se3.exp(rng.normal(size=6)) for _ in BODIES]))
    given = StepInput(
        rng.normal(size=(6, 6, n)), rng.normal(size=(6, 6)), T,
        read_only(rng.normal(size=(3, 6))), np.array([0.1, 0.2, -9.8]),
        np.where(upper == HAND, rng.uniform(0, 2, 6), 0.0), rng.normal(size=n),
        rng.normal(size=n), A @ A.T, rng.normal(size=6), np.where(upper == HAND, 1e-2, 0.0),
        rng.uniform(0, 0.01, 6) if soft else np.zeros(0), 6, 0.01,
    )  # fmt: skip
    return contacts, given


@pytest.mark.parametrize("soft", [False, True])
def test_a_step_is_assembled_alike(rng: np.random.Generator, soft: bool) -> None:
    contacts, given = crowd(rng, soft)
    table = BodyTable.of(BODIES)
    plain = _plain.assemble(contacts, table, given)
    compiled = _kernels.assemble(contacts, table, given)
    for name, one, other in zip(plain._fields, plain, compiled, strict=True):
        assert np.allclose(one, other, rtol=1e-9, atol=1e-11), name
    n = len(given.gap) * plain.D.shape[2]
    assert np.allclose(plain.M[:n, :n], plain.M[:n, :n].T)
    assert np.linalg.eigvalsh(plain.M[:n, :n])[0] > -1e-9


def test_bodies_move_alike(rng: np.random.Generator) -> None:
    table = BodyTable.of(BODIES)
    T = read_only(np.stack([se3.exp(rng.normal(size=6)) for _ in BODIES]))
    for speed in (1e-6, 3.0):
        velocity = speed * rng.normal(size=len(table.M))
        one = _plain.moved_bodies(table, T, velocity, 0.01)
        other = _kernels.moved_bodies(table, T, velocity, 0.01)
        assert np.allclose(one[0], other[0], atol=1e-14)
        assert np.allclose(one[1], other[1], atol=1e-14)
        assert (one[0][1] == T[1]).all() and not one[1][1].any()


@pytest.mark.parametrize("soft", [False, True])
def test_forces_move_everything_alike(rng: np.random.Generator, soft: bool) -> None:
    contacts, given = crowd(rng, soft)
    table, theta = BodyTable.of(BODIES), rng.normal(size=7)
    built = _plain.assemble(contacts, table, given)
    wrench = rng.normal(size=(6, 6))
    wrench[2] = 0.0
    one = _plain.moved_all(contacts, table, given, built, wrench, theta)
    other = _kernels.moved_all(contacts, table, given, built, wrench, theta)
    for plain, compiled in zip(one, other, strict=True):
        assert np.allclose(plain, compiled, rtol=1e-9, atol=1e-11)
    slip = one[3]
    assert not slip[2].any() and np.allclose((slip * contacts.normal).sum(axis=1), 0, atol=1e-9)
