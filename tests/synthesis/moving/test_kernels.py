"""Where forces lead, compiled against plain."""

import numpy as np
import pytest
from tests.synthesis.crowd import BODIES, crowd

from prehensile.frozen import read_only
from prehensile.lie import se3
from prehensile.synthesis.assembly import _plain as assembly
from prehensile.synthesis.moving import _kernels, _plain
from prehensile.synthesis.tables import BodyTable


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
    built = assembly.assemble(contacts, table, given)
    wrench, hinge = rng.normal(size=(6, 6)), rng.normal(size=len(table.M))
    wrench[2] = 0.0
    one = _plain.moved_all(contacts, table, given, built, wrench, hinge, theta)
    other = _kernels.moved_all(contacts, table, given, built, wrench, hinge, theta)
    for plain, compiled in zip(one, other, strict=True):
        assert np.allclose(plain, compiled, rtol=1e-9, atol=1e-11)
    slip, turned = one[4], one[3]
    assert not slip[2].any() and np.allclose((slip * contacts.normal).sum(axis=1), 0, atol=1e-9)
    assert turned[2] != given.turned[2] and (turned[:2] == given.turned[:2]).all()
