"""Bodies side by side."""

import numpy as np

from prehensile.bench.synthesis.analytic import block_body
from prehensile.synthesis.body import Body
from prehensile.synthesis.tables import BodyTable


def test_every_body_has_its_own_velocities() -> None:
    door = Body("door", "hinge", 0.2, np.eye(3) * 1e-3, anchor=np.array([0.1, 0, 0]))
    block = block_body("block", (0.01, 0.02, 0.03), 0.5)
    table = BodyTable.of((door, Body("rock"), block))
    assert table.subspace.shape == (3, 6, 7)
    assert np.allclose(table.subspace[0, :, 0], door.subspace[:, 0])
    assert not table.subspace[1].any() and np.allclose(table.subspace[2, :, 1:], np.eye(6))
    assert np.isclose(table.M[0, 0], 1e-3 + 0.2 * 0.1**2)
    assert np.allclose(table.M[1:, 1:], block.spatial_inertia) and not table.M[0, 1:].any()


def test_no_bodies_at_all() -> None:
    assert BodyTable.of(()).M.shape == (0, 0)
