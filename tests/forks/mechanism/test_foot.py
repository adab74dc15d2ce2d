from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from prehensile.forks.contact.simulation import Body, ContactSimulation
from prehensile.forks.contact.surface import Ground
from prehensile.forks.mechanism.foot import Foot
from prehensile.forks.mechanism.joint import serial
from prehensile.forks.mechanism.link import Link
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import ground
from prehensile.forks.reduced.model import reduce

STIFF, SOFT = 1000.0, 2.0  # [N/m] upright and along x
HEIGHT = 0.4  # of the link's origin


def pressed(foot: Foot, floor: float, pull: float = 0.0) -> tuple[float, float, float]:
    """[m] up, [m] along x and [N] of a link on two springs above a floor, pulled along x."""
    T = np.eye(4)
    T[2, 3] = HEIGHT
    link = Link("tip", T, 0.2, 1e-4 * np.eye(3))
    ways = np.eye(6)[[2, 0]]
    joint = serial("lift", "base", "tip", T, ways, [STIFF, SOFT], [40.0, 5.0])
    mechanism = Mechanism("post", [ground(np.zeros(3)), link], [joint], "base", ["tip"])
    level = Body(Ground(lambda x, y: np.full_like(x, floor)))
    simulation = ContactSimulation(reduce(mechanism), [foot], [level], gravity=(0, 0, 0))
    touch = simulation.step(np.array([[pull, 0, 0, 0, 0, 0]]), steps=200)
    x, _, z = simulation.poses[1, :3, 3] - T[:3, 3]
    return float(z), float(x), float(touch.force[:, 2].sum())


@pytest.mark.parametrize(("below", "radius"), [(0.1, 0.02), (0.1, 0.05), (0.25, 0.02)])
def test_its_sphere_is_what_meets_the_floor(below: float, radius: float) -> None:
    foot = Foot("tip", np.array([0.0, 0, -below]), radius)
    lowest = HEIGHT - below - radius
    up, _, force = pressed(foot, lowest + 0.01)
    assert up == pytest.approx(0.01, abs=2e-4)
    assert force == pytest.approx(STIFF * up, rel=1e-3)
    assert pressed(foot, lowest - 0.001)[2] == 0


@pytest.mark.parametrize("friction", [0.3, None])
def test_it_slides_when_the_pull_is_more_than_friction_times_force(friction: float | None) -> None:
    given = {} if friction is None else {"friction": friction}
    foot = Foot("tip", np.array([0.0, 0, -0.1]), 0.02, **given)
    most = (friction or 0.8) * STIFF * 0.01
    floor = HEIGHT - 0.12 + 0.01
    assert abs(pressed(foot, floor, 0.9 * most)[1]) < 1e-3
    assert pressed(foot, floor, 1.2 * most)[1] > 0.02


def test_it_cannot_be_changed() -> None:
    foot = Foot("tip", np.zeros(3), 0.02)
    with pytest.raises(FrozenInstanceError):
        foot.radius = 0.03  # type: ignore[misc]
