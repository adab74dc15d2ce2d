import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint import hinge
from prehensile.forks.mechanism.link import rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import (
    SHIPPED,
    fork,
    grasping_hand,
    ground,
    helix,
    ladder,
    shipped,
)
from prehensile.forks.reduced.model import ReducedModel, reduce
from prehensile.forks.statics.modes import first_frequency
from prehensile.lie import se3


@pytest.mark.parametrize("name", [name for name in SHIPPED if name not in ("helix400", "hexapod")])
def test_the_reduced_first_mode_is_within_two_percent(name: str) -> None:
    mechanism = shipped(name)
    full = first_frequency(mechanism)
    for effectors in (mechanism.effectors, mechanism.effectors[:1]):
        reduced = reduce(mechanism, effectors).frequencies[0]
        assert full * (1 - 1e-9) <= reduced < 1.02 * full  # Rayleigh: never below


def energies(model: ReducedModel) -> tuple[np.ndarray, np.ndarray]:
    X, m = model.basis, model.mechanism
    elastic = np.einsum(
        "jr,j,js->rs",
        np.concatenate([model.joint_basis[j, : joint.dof] for j, joint in enumerate(m.joints)]),
        np.concatenate([joint.stiffness for joint in m.joints]),
        np.concatenate([model.joint_basis[j, : joint.dof] for j, joint in enumerate(m.joints)]),
    )
    return elastic, np.einsum("lar,lab,lbs->rs", X, m.spatial_inertia, X)


@pytest.mark.parametrize("mechanism", [fork(), ladder(), grasping_hand()], ids=repr)
def test_coordinates_make_both_energies_plain(mechanism) -> None:
    model = reduce(mechanism)
    elastic, kinetic = energies(model)
    assert np.allclose(elastic, np.eye(model.size), atol=1e-8)
    assert np.allclose(kinetic, np.diag(model.mass), atol=1e-9 * model.mass.max())


def test_more_end_effectors_come_closer() -> None:
    mechanism = helix(50)
    full = first_frequency(mechanism)
    one = reduce(mechanism).frequencies[0]
    three = reduce(mechanism, ["link17", "link34", "link50"]).frequencies[0]
    assert abs(three - full) < 0.2 * abs(one - full)


def test_gravity_sags_the_rest_pose() -> None:
    mechanism = helix(50)
    sagged = reduce(mechanism, gravity=(0, 0, -9.81))
    assert sagged.T_rest[-1, 2, 3] < mechanism.T_world[-1, 2, 3] - 0.01


def test_coordinates_invert_the_twists(rng: np.random.Generator) -> None:
    model = reduce(grasping_hand())
    z = rng.normal(size=model.size) * 0.01
    rows = model.linearisation.rows
    twists = se3.log(se3.inverse(model.T_rest[rows]) @ model.poses(z)[rows])
    assert np.allclose(model.coordinates(twists), z, atol=1e-8)


def test_what_locks_itself_is_refused() -> None:
    at = [[0.0, 0, 0], [0, 0, 1.0]]
    bar = rod("bar", at[0], at[1], 0.02)
    joints = [hinge(f"j{k}", "base", "bar", at[k], [1.0, 0, 0], 10) for k in range(2)]
    locked = Mechanism("locked", [ground(np.zeros(3)), bar], joints, "base", ["bar"])
    with pytest.raises(InputError, match="nothing gives way at bar of 'locked'"):
        reduce(locked)


def test_an_inverted_pendulum_too_heavy_for_its_spring_is_refused() -> None:
    bar = rod("bar", [0, 0, 0], [0, 0, 2.0], 0.05)
    limp = hinge("j", "base", "bar", [0, 0, 0], [1.0, 0, 0], 20.0)
    mechanism = Mechanism("pole", [ground(np.zeros(3)), bar], [limp], "base", ["bar"])
    assert bar.mass * 9.81 > 20.0
    reduce(mechanism)
    with pytest.raises(InputError, match="tip over or buckle"):
        reduce(mechanism, gravity=(0, 0, -9.81))
