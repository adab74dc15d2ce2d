import numpy as np
import pytest
from tests.forks.oracle.dense import dense_compliance

from prehensile.forks.models.shipped import robot_arm
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.blend_table import AnchorTable
from prehensile.forks.reduced.blended_simulation import BlendedSimulation
from prehensile.forks.reduced.columns import from_columns
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.pose_blend import PoseBlend, hand_blend
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.lie import se3

ARM = robot_arm(4)
PULLS = 1500 * np.array([[[1.0, 0, 0.5, 0, 0, 0]], [[-0.5, 1.0, 0, 0, 0, 0]]])


@pytest.fixture(scope="module")
def anchors() -> AnchorTable:
    return BlendedSimulation(Blend(reduce(ARM), PULLS))._table


@pytest.fixture(scope="module")
def posed() -> PoseBlend:
    fist = corpus()["fist"].q
    return hand_blend(Hand(), np.stack([np.full(23, 0.05), 0.5 * fist + 0.025]))


@pytest.mark.parametrize("k", [1, 2])
def test_the_long_map_of_one_anchor_gives_the_full_mechanisms_pose(anchors, k: int) -> None:
    load = np.zeros((len(ARM.links), 6))
    row = ARM.effector_rows(ARM.effectors)[0]
    load[row] = PULLS[k - 1]
    right = equilibrium(ARM, load).T_world
    assert np.abs(right - ARM.T_world).max() > 0.01
    size = anchors.z.shape[1] + 1
    alone = np.zeros(len(anchors.z) * size)  # (w (z − z_a), w) at this anchor: nothing, and 1
    alone[(k + 1) * size - 1] = 1.0
    twists = np.einsum("kcn,c->nk", anchors.maps, alone)
    found = from_columns(anchors.rest) @ se3.exp(twists)
    np.testing.assert_allclose(found, right, atol=1e-9)
    tip = se3.exp(anchors.tip_maps[0] @ alone)[:3, :3]
    np.testing.assert_allclose(anchors.tip_R[0] @ tip, right[row, :3, :3], atol=1e-9)


def test_mass_and_stiffness_of_every_anchor_could_be_a_springs(anchors) -> None:
    assert len(anchors.z) == 3
    for matrices in (anchors.mass, anchors.stiffness):
        np.testing.assert_allclose(matrices, np.swapaxes(matrices, 1, 2), rtol=1e-9, atol=1e-15)
        assert np.linalg.eigvalsh(matrices).min() > 0
    assert np.linalg.eigvalsh(anchors.damping).min() > -1e-12


def test_about_the_rest_the_tips_answer_as_the_full_mechanism(anchors) -> None:
    basis = anchors.tip_basis[0, 0]
    compliance = basis @ np.linalg.solve(anchors.stiffness[0], basis.T)
    right = dense_compliance(ARM, ARM.effectors)
    np.testing.assert_allclose(compliance, right, atol=1e-9 * np.abs(right).max())


@pytest.mark.parametrize("k", [0, 1])
def test_poses_side_by_side_answer_as_each_of_them_does(posed, k: int) -> None:
    table, mechanism = posed.table, posed.models[k].mechanism
    P, r = len(table.mass), table.mass.shape[1]
    one = np.zeros((P * r, r))
    one[k * r : (k + 1) * r] = np.eye(r)
    twists = np.einsum("kcn,cr->nkr", table.maps, one)
    tips = twists[table.rows]
    np.testing.assert_allclose(tips, table.tip_basis[k], atol=1e-15)
    stacked = tips.reshape(-1, r)
    right = dense_compliance(mechanism, mechanism.effectors)
    np.testing.assert_allclose(stacked @ stacked.T, right, atol=1e-8 * np.abs(right).max())
    # The kinetic energy of all links together.
    energy = np.einsum("lar,lab,lbs->rs", twists, mechanism.spatial_inertia, twists)
    np.testing.assert_allclose(table.mass[k], energy, atol=1e-9 * np.abs(energy).max())
