"""The thesis' recursion (4.2.2 to 4.2.4), corrected and as printed, against the whole graph."""

import numpy as np
import pytest
from tests.forks.oracle.recursion import published_mass, recurse, truncated_inverse
from tests.forks.oracle.recursive_maps import twist_maps, wrench_maps
from tests.forks.random_mechanisms import random_joint, random_link, random_tree
from tests.forks.statics.test_compliance import closed_fork, off

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint import Joint, hinge
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import fork, grasping_hand, helix, ladder
from prehensile.forks.reduced.model import reduced_model
from prehensile.forks.statics.compliance import linearise


@pytest.mark.parametrize("seed", range(6))
def test_trees_equal_the_whole_system(seed: int) -> None:
    mechanism = random_tree(np.random.default_rng(seed), 14, effectors=3)
    exact, recursion = linearise(mechanism), recurse(mechanism)
    assert off(recursion.compliance(mechanism.effectors), exact.compliance) < 1e-11
    maps = np.concatenate([twist_maps(recursion, e) for e in mechanism.effectors], axis=2)
    assert off(maps, exact.twist_map) < 1e-11


def one_loop(rng: np.random.Generator) -> Mechanism:
    """Two chains of different joints from the base to one link, and a tail behind it."""
    parts = [random_link(rng, "base", np.zeros(3))]
    joints: list[Joint] = []
    merge = random_link(rng, "merge", np.array([0.5, 0, 0]))
    for side in "ab":
        before = parts[0]
        for k in range(3):
            parts.append(random_link(rng, f"{side}{k}", np.array([0.1 * k, 0.3, 0])))
            joints.append(random_joint(rng, f"j{side}{k}", before, parts[-1], ("hinge",)))
            before = parts[-1]
        joints.append(random_joint(rng, f"m{side}", before, merge, ("hinge", "universal")))
    tail = random_link(rng, "tail", np.array([0.8, 0, 0]))
    joints.append(random_joint(rng, "jt", merge, tail, ("hinge",)))
    return Mechanism("loop", [*parts, merge, tail], joints, "base", ["tail"])


@pytest.mark.parametrize("seed", range(5))
def test_behind_a_single_loop_exact_merging_is_right_and_the_printed_one_is_not(seed: int) -> None:
    mechanism = one_loop(np.random.default_rng(seed))
    exact = linearise(mechanism).compliance
    assert off(recurse(mechanism).compliance(("tail",)), exact) < 1e-7
    assert off(recurse(mechanism, "published").compliance(("tail",)), exact) > 0.01


def test_inside_loops_the_recursion_cannot_be_right() -> None:
    mechanism = ladder(12)
    exact = linearise(mechanism, ["rung1", "rung4"]).compliance
    assert off(recurse(mechanism).compliance(("rung1", "rung4")), exact) > 0.05


def test_the_printed_twist_map_counts_shared_ancestors_twice() -> None:
    mechanism = random_tree(np.random.default_rng(1), 14, effectors=3)
    exact, recursion = linearise(mechanism), recurse(mechanism)
    maps = [twist_maps(recursion, e, published=True) for e in mechanism.effectors]
    assert off(np.concatenate(maps, axis=2), exact.twist_map) > 0.1


def test_wrenches_arriving_at_the_base_add_up() -> None:
    mechanism = fork(3, 3)
    W = wrench_maps(recurse(mechanism), mechanism.effectors[0])
    rows = mechanism.effector_rows(mechanism.effectors)
    T_base_tip = np.linalg.inv(mechanism.T_world[mechanism.base]) @ mechanism.T_world[rows[0]]
    force = np.array([1.0, 2, 3])
    arrived = W[mechanism.base] @ np.concatenate([force, np.zeros(3)])
    assert np.allclose(arrived[:3], T_base_tip[:3, :3] @ force)
    assert np.allclose(arrived[3:], np.cross(T_base_tip[:3, 3], T_base_tip[:3, :3] @ force))


def test_inverse_mass_does_not_chain() -> None:
    """The printed mass makes the first mode far too fast; the static twist map does not."""
    mechanism = helix(50)
    printed = recurse(mechanism, joint_values=published_mass(mechanism))
    inverse_mass = printed.compliance(mechanism.effectors)
    found = linearise(mechanism)
    omega2 = np.linalg.eigvals(inverse_mass @ np.linalg.inv(found.compliance)).real.min()
    right = reduced_model(found).frequencies[0]
    assert np.sqrt(omega2) / (2 * np.pi) > 1.5 * right


def test_what_cannot_be_reached_is_refused() -> None:
    with pytest.raises(InputError, match="'bar' cannot be reached"):
        recurse(closed_fork(outward=False))


def test_a_hinge_alone_is_the_textbook_case() -> None:
    """(4.4): J K⁻¹ Jᵀ of one hinge."""
    link = random_link(np.random.default_rng(0), "x", np.zeros(3))
    base = random_link(np.random.default_rng(1), "base", np.zeros(3))
    joint = hinge("j", "base", "x", link.T_world[:3, 3], link.T_world[:3, 2], 5.0)
    mechanism = Mechanism("one", [base, link], [joint], "base", ["x"])
    right = np.zeros((6, 6))
    right[5, 5] = 1 / 5.0
    assert np.allclose(linearise(mechanism).compliance, right, atol=1e-14)
    assert np.allclose(recurse(mechanism).compliance(("x",)), right, atol=1e-14)


def test_the_truncated_inverse_is_the_pseudoinverse() -> None:
    compliance = linearise(grasping_hand()).compliance
    stiffness = truncated_inverse(compliance, 0.1)
    assert np.allclose(compliance @ stiffness @ compliance, compliance, atol=1e-9)
    assert np.linalg.matrix_rank(stiffness, tol=1e-6 * np.abs(stiffness).max()) <= 23
