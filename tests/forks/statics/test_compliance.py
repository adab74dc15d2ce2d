import numpy as np
import pytest
from tests.forks.oracle.dense import dense_compliance
from tests.forks.random_mechanisms import random_tree

from prehensile.errors import UnknownNameError
from prehensile.forks.mechanism.joint import ball, hinge
from prehensile.forks.mechanism.link import rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import fork, ground, helix, ladder, shipped
from prehensile.forks.statics.compliance import linearise

EXACT = 1e-9


def off(found: np.ndarray, right: np.ndarray) -> float:
    return float(np.abs(found - right).max() / np.abs(right).max())


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("loops", [0, 1, 3])
def test_random_graphs_match_a_dense_constrained_system(seed: int, loops: int) -> None:
    mechanism = random_tree(np.random.default_rng(seed), 10, effectors=3, loops=loops)
    found = linearise(mechanism).compliance
    assert off(found, dense_compliance(mechanism, mechanism.effectors)) < EXACT


@pytest.mark.parametrize("mechanism", [ladder(24), ladder(6), fork(6, 6), helix(30)], ids=repr)
def test_shipped_mechanisms_match_it_too(mechanism: Mechanism) -> None:
    found = linearise(mechanism).compliance
    assert off(found, dense_compliance(mechanism, mechanism.effectors)) < EXACT


def flat_ladder(steps: int = 4) -> Mechanism:
    """Parallel hinges only: every loop has three constraints too many."""
    links, joints = [ground(np.zeros(3))], []
    below = {-1: "base", 1: "base"}
    for k in range(steps):
        for side in (-1, 1):
            foot, head = (
                np.array([0.2 * side, 0, 0.3 * k]),
                np.array([0.25 * side, 0, 0.3 * k + 0.2]),
            )
            links.append(rod(f"rail{k}{side}", foot, head, 0.02))
            joints.append(hinge(f"foot{k}{side}", below[side], links[-1].name, foot, [0, 1, 0], 10))
        rung = rod(f"rung{k}", [-0.25, 0, 0.3 * k + 0.2], [0.25, 0, 0.3 * k + 0.2], 0.02)
        for side in (-1, 1):
            at = np.array([0.25 * side, 0, 0.3 * k + 0.2])
            joints.append(hinge(f"head{k}{side}", f"rail{k}{side}", rung.name, at, [0, 1, 0], 10))
        links.append(rung)
        below = {-1: rung.name, 1: rung.name}
    return Mechanism("flat", links, joints, "base", [links[-1].name])


def test_redundant_constraints_do_no_harm() -> None:
    mechanism = flat_ladder()
    found = linearise(mechanism).compliance
    assert off(found, dense_compliance(mechanism, mechanism.effectors)) < EXACT


def closed_fork(outward: bool) -> Mechanism:
    """A Y whose two tips hold a bar: the loop closes on the far side of the base."""
    y = fork(3, 3)
    tips = [y.links[y.link_index(name)] for name in y.effectors]
    ends = [tip.T_world[:3, 3] + 0.025 * tip.T_world[:3, 0] for tip in tips]
    bar = rod("bar", *ends, 0.02)
    pairs = [(tip.name, "bar") if outward else ("bar", tip.name) for tip in tips]
    joints = [ball(f"grip{k}", *pair, ends[k], 50.0) for k, pair in enumerate(pairs)]
    return Mechanism("closed", [*y.links, bar], [*y.joints, *joints], "base", y.effectors)


@pytest.mark.parametrize("outward", [True, False])
def test_a_loop_between_end_effectors_needs_no_path_from_the_base(outward: bool) -> None:
    mechanism = closed_fork(outward)
    found = linearise(mechanism).compliance
    assert off(found, dense_compliance(mechanism, mechanism.effectors)) < EXACT
    # Without the bar the tips are softer: the loop is really felt.
    assert np.trace(found) < 0.95 * np.trace(linearise(fork(3, 3)).compliance)


def test_arrows_do_not_matter() -> None:
    a, b = (linearise(closed_fork(way)).compliance for way in (True, False))
    assert off(a, b) < 1e-12


def test_maps_agree_with_one_another() -> None:
    mechanism = shipped("y")
    found = linearise(mechanism)
    rows = found.rows
    assert np.array_equal(found.twist_map[rows].reshape(12, 12), found.compliance)
    assert off(found.compliance, found.compliance.T) < 1e-12
    # A single hinge passes on what its torque balances: k θ = s · λ.
    stiffness = np.array([joint.stiffness[0] for joint in mechanism.joints])
    screws = np.array([joint.screws[0] for joint in mechanism.joints])
    torque = np.einsum("jk,jke->je", screws, found.wrench_map)
    assert np.allclose(stiffness[:, None] * found.joint_map[:, 0], torque, rtol=1e-9, atol=1e-12)


def test_an_end_effector_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="end effector 'link500'"):
        linearise(helix(50), ["link500"])
