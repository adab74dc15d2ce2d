import numpy as np
import pytest

from prehensile.kinematics.forward import hinge
from prehensile.skin.tissue.bones import Rod, bone_surface

pytest.importorskip("ngsolve", reason="the extra 'tissue' is not installed")

from prehensile.skin.tissue.mesh import TissueMesh, tissue_mesh
from prehensile.skin.tissue.path import LedTissue, harmonic_weights
from prehensile.skin.tissue.statics import Tissue

JOINT = np.array([0.016, 0, 0])


@pytest.fixture(scope="module")
def finger() -> TissueMesh:
    skin = bone_surface((Rod(np.zeros(3), np.array([0.034, 0, 0]), 0.009),), 0.1)
    bones = {
        "near": (Rod(np.array([0.0, 0, 0]), np.array([0.008, 0, 0]), 0.004),),
        "far": (Rod(np.array([0.024, 0, 0]), np.array([0.034, 0, 0]), 0.004),),
    }
    return tissue_mesh(*skin, bones, 0.1)


def _maps(q: np.ndarray) -> np.ndarray:
    """The far bone turns about y at the joint; a second angle turns both about x."""
    bend = hinge(np.array([0.0, 1, 0]), q[0])
    bend[:3, 3] = JOINT - bend[:3, :3] @ JOINT
    roll = hinge(np.array([1.0, 0, 0]), q[1])
    return np.stack([roll, roll @ bend])


def _led(mesh: TissueMesh) -> LedTissue:
    tissue = Tissue(mesh, mesh.node_bone >= 0)
    return LedTissue(tissue, harmonic_weights(mesh), _maps, np.zeros(2))


def test_weights_are_a_partition_and_one_on_their_own_bone(finger):
    weights = harmonic_weights(finger)
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-9)
    np.testing.assert_allclose(weights[finger.node_bone == 0, 0], 1, atol=1e-12)
    np.testing.assert_allclose(weights[finger.node_bone == 1, 0], 0, atol=1e-12)
    assert weights.min() > -0.05


def test_turning_all_bones_together_strains_nothing(finger):
    led = _led(finger)
    assert led.lead(np.array([0.0, 1.2]), 0.4).found
    turned = finger.nodes @ _maps(np.array([0.0, 1.2]))[0, :3, :3].T
    np.testing.assert_allclose(led.tissue.positions, turned, atol=1e-9)
    assert led.tissue.energy() < 1e-15


def test_bending_keeps_the_volume_and_the_way_does_not_matter(finger):
    led = _led(finger)
    assert led.lead(np.array([0.9, 0.0]), 0.3).found
    volume = led.tissue.volume_ratios() @ finger.volumes / finger.volumes.sum()
    assert abs(volume - 1) < 0.01
    straight = led.tissue.positions
    other = _led(finger)
    assert other.lead(np.array([0.4, -0.5]), 0.25).found
    assert other.lead(np.array([0.9, 0.0]), 0.25).found
    np.testing.assert_allclose(other.tissue.positions, straight, atol=1e-6)


def test_a_balance_read_back_in_single_precision_is_found_again(finger):
    led = _led(finger)
    assert led.lead(np.array([0.6, 0.0]), 0.3).found
    there = led.tissue.positions
    again = _led(finger)
    assert again.start_from(np.array([0.6, 0.0]), there.astype(np.float32).astype(float)).found
    np.testing.assert_allclose(again.tissue.positions, there, atol=1e-7)


@pytest.mark.long
def test_bones_that_meet_are_reported_and_the_last_balance_is_kept(finger):
    led = _led(finger)
    found = led.lead(np.array([3.0, 0.0]), 1.0)
    assert not found.found
    assert "of the way" in found.reason
    assert np.isfinite(led.tissue.energy())
    assert led.q[0] < 3.0
