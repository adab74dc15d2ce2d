"""Compiled assembly of a step's problem against its plain twin."""

import numpy as np
import pytest
from tests.synthesis.crowd import BODIES, crowd

from prehensile.synthesis.assembly import _kernels, _plain
from prehensile.synthesis.tables import BodyTable


@pytest.mark.parametrize("soft", [False, True])
def test_a_step_is_assembled_alike(rng: np.random.Generator, soft: bool) -> None:
    contacts, given = crowd(rng, soft)
    table = BodyTable.of(BODIES)
    plain = _plain.assemble(contacts, table, given)
    compiled = _kernels.assemble(contacts, table, given)
    for name, one, other in zip(plain._fields, plain, compiled, strict=True):
        assert one.shape == other.shape, name
        assert np.allclose(one, other, rtol=1e-9, atol=1e-11), name
    assert len(plain.start) == len(plain.q) and plain.start.any()
    n = len(contacts.key) * plain.D.shape[2]
    assert np.allclose(plain.M[:n, :n], plain.M[:n, :n].T)
    assert np.linalg.eigvalsh(plain.M[:n, :n])[0] > -1e-9


def test_a_cold_start_where_nothing_is_known(rng: np.random.Generator) -> None:
    contacts, given = crowd(rng, False)
    table = BodyTable.of(BODIES)
    for changed in (
        given._replace(basis=given.basis[:, :0]),
        given._replace(hinge_basis=given.hinge_basis[:0]),
    ):
        for twin in (_plain, _kernels):
            assert not len(twin.assemble(contacts, table, changed).start)
