"""A step's input with everything in it: for twins, and for the oracle."""

import numpy as np

from prehensile.bench.synthesis.analytic import block_body
from prehensile.frozen import read_only
from prehensile.lie import se3
from prehensile.synthesis.body import Body
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.tables import StepInput

BODIES = (
    block_body("block", (0.02, 0.03, 0.01), 0.1),
    Body("ground"),
    Body(
        "door", "hinge", 0.2, np.diag([1e-4, 3e-4, 2e-4]), np.array([0.0, 0.6, 0.8]),
        np.array([0.01, 0.03, -0.02]), 1e-3, 2e-3, (-0.4, 1.2),
    ),
)  # fmt: skip


def crowd(rng: np.random.Generator, soft: bool) -> tuple[Contacts, StepInput]:
    """Six contacts: of the hand with all bodies, and of bodies with one another."""
    n, sides, normal = 7, 6, rng.normal(size=(6, 3))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    upper = np.array([HAND, HAND, HAND, 0, 0, 2])
    friction = rng.uniform(0, 1, 6)
    contacts = Contacts(
        np.array([1, 2, 3, -1, -1, -1]), upper, np.array([0, 1, 2, 1, 2, 1]),
        rng.normal(0, 0.05, (6, 3)), rng.normal(0, 0.05, (6, 3)), normal, friction,
        rng.uniform(0, 0.01, 6) * soft, np.array([5, 3, 8, 1, 9, 4]),
    )  # fmt: skip
    A = rng.normal(size=(n, n))
    T = read_only(np.stack([se3.exp(rng.normal(size=6)) for _ in BODIES]))
    columns = 1 + sides + 2 * soft
    base = np.stack([se3.exp(rng.normal(size=6))] * 2)
    base[1] = base[1] @ se3.exp(0.1 * rng.normal(size=6))
    given = StepInput(
        rng.normal(size=(6, 6, n)), base, T, read_only(rng.normal(size=(3, 6))),
        read_only(np.array([0.0, 0.0, rng.uniform(-0.3, 1.0)])),
        read_only(np.array([8, 5, 7, 4])), read_only(_pressing(rng, normal)),
        read_only(rng.random((4, columns + 1)) < 0.5), read_only(rng.random(4) < 0.5),
        rng.normal(size=n), rng.normal(size=n), A @ A.T, np.array([0.1, 0.2, -9.8]),
        sides, 0.01, 1.3, 1e-2, 2e-3, 0.25,
    )  # fmt: skip
    return contacts, given


def _pressing(rng: np.random.Generator, normal: np.ndarray) -> np.ndarray:
    """(4, 6) wrenches, those of contacts 2, 0 and 5 along the normal, mostly."""
    wrench = rng.normal(size=(4, 6))
    wrench[[0, 1, 3], :3] = 2 * normal[[2, 0, 5]] + 0.3 * rng.normal(size=(3, 3))
    return wrench
