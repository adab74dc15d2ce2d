"""A finger that stiffens against the exponential that its law solves to."""

import numpy as np
import pytest

from prehensile.bench.synthesis.analytic import PointStructure, tips_on
from prehensile.errors import InputError
from prehensile.forks.contact.surface import Block
from prehensile.synthesis.body import Body
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.stiffening import StiffeningCompliance, softness_left


@pytest.mark.parametrize("each", [0.0, 0.5, 2.0])
def test_force_grows_as_an_exponential(each: float) -> None:
    """dF/dx = k (1 + s F): F = (exp(s k x) − 1) / s, at rest 8 mm inside a wall."""
    C, deep = 5e-3, 0.008
    T = np.eye(4)
    T[0, 3] = 0.02
    s = Simulation(
        Setting(PointStructure(1), (Body("wall"),)),
        tips_on(Block((0.02, 0.05, 0.05)), 0, 0.5, [0]),
        StiffeningCompliance(C * np.eye(3), each), Reference(np.zeros(3), np.eye(4)), T[None],
    )  # fmt: skip
    done = s.step(Reference(np.array([deep, 0, 0]), np.eye(4)))
    for _ in range(150):
        done = s.step()
    expected = np.expm1(each * deep / C) / each if each else deep / C
    assert np.isclose(-done.wrench[:, 0].sum(), expected, rtol=1e-6)


def test_the_share_is_smooth_at_rest() -> None:
    x = np.array([0.0, 1e-9, 1e-7, 1.0])
    assert np.allclose(softness_left(x), [1, 1, 1 - 5e-8, np.log(2)], atol=1e-12)


def test_bad_input() -> None:
    with pytest.raises(InputError, match="0 or more"):
        StiffeningCompliance(np.eye(2), -1.0)
