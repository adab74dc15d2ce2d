"""Damping brakes what moves against the reference, and nothing that moves with it."""

import numpy as np

from prehensile.synthesis.damping import contact_damping, damped_inertia, damping_drive


def test_what_moves_with_the_reference_is_not_braked(rng: np.random.Generator) -> None:
    maps, c, h = -rng.normal(size=(3, 6, 4)), contact_damping(np.array([1.0, 0.5, 2.0])), 1e-2
    M, v = np.diag([1.0, 2, 3, 4]), rng.normal(size=4)
    carried = -(maps @ v)[:, :3]  # the bodies are below: their points move the other way round
    after = np.linalg.solve(
        damped_inertia(M, maps, c, h), M @ v + h * damping_drive(maps, c, carried)
    )
    assert np.allclose(after, v)
    still = np.linalg.solve(damped_inertia(M, maps, c, h), M @ v)
    assert still @ M @ still < v @ M @ v
