"""What a glove feels, against forces and places that are known."""

import numpy as np
import pytest

from prehensile.capture.live.built_in import built_in_session
from prehensile.capture.live.felt import FRICTION, LEAST, GloveFeel, finger_forces
from prehensile.capture.live.latest import Sample
from prehensile.capture.recording.journal import empty_stream
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS, TIP_SEGMENT
from prehensile.hand.taxel_points import taxel_points
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.lie import se3
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.quality.measure.hertz_patch import patch_torsion

FOREARM = np.array([0.1, -0.2, 0.3, 0.5, -0.5, 0.5, 0.5])


@pytest.fixture(scope="module")
def feel():
    return GloveFeel(Hand())


def pressed(feel, **newtons):
    """An image with so much on blocks, evenly spread; names have _ for a space."""
    image = np.zeros(feel.taxels.shape)
    for block, force in newtons.items():
        cells = feel.taxels.cells(block.replace("_", " "))
        image[cells] = force / feel.taxels.area / cells.sum()
    return image


def test_nothing_presses_on_an_empty_glove(feel):
    felt = feel.felt(np.zeros(feel.taxels.shape), feel.hand.spec.rest, FOREARM)
    assert len(felt.force) == 0 and felt.quality == 0 and not felt.group_force.any()


def test_an_even_pressure_acts_under_the_middle_of_its_patch(feel):
    q = feel.hand.spec.rest
    felt = feel.felt(pressed(feel, index_tip=3.0, hypothenar=2.0, ring_tip=LEAST / 2), q, FOREARM)
    np.testing.assert_allclose(felt.group_force, [0, 3, 0, 0, 0, 2], atol=1e-9)
    pads, normals = pad_positions(feel.hand, q, se3.from_pose7(FOREARM))
    k = felt.group.tolist().index(1)
    assert np.linalg.norm(felt.center[k] - pads[1]) < 0.004
    assert felt.out[k] @ normals[1] > 0.9  # it reaches round the tip
    np.testing.assert_allclose(np.linalg.norm(felt.out, axis=1), 1.0)


def test_one_taxel_is_its_own_centre(feel):
    points, q = taxel_points(feel.hand, feel.taxels), feel.hand.spec.rest
    T = segment_transforms(feel.hand, q, se3.from_pose7(FOREARM))
    for k in range(0, 361, 29):
        image = np.zeros(feel.taxels.shape)
        image.flat[points.cell[k]] = 1e5
        felt = feel.felt(image, q, FOREARM)
        want = se3.apply(T[points.segment[k]], points.pos[k])
        np.testing.assert_allclose(felt.center[0], want, atol=1e-12)
        assert felt.force[0] == pytest.approx(1e5 * feel.taxels.area)


def test_the_quality_is_that_of_the_contacts(feel):
    felt = feel.felt(
        pressed(feel, thumb_tip=4, index_tip=2, ring_tip=2), feel.hand.spec.rest, FOREARM
    )
    middle = felt.center.mean(axis=0)
    length = np.linalg.norm(felt.center - middle, axis=1).max()
    torsion = patch_torsion(felt.force, FRICTION)
    want = grasp_quality(felt.center, felt.out, FRICTION, middle, length, torsion=torsion)
    assert felt.quality == pytest.approx(float(want.value))
    alone = feel.felt(pressed(feel, index_tip=2), feel.hand.spec.rest, FOREARM)
    assert alone.quality == 0


def test_taxels_that_said_nothing_press_nothing(feel):
    image = pressed(feel, index_tip=3.0)
    image[feel.taxels.cells("thumb tip")] = np.nan
    image[feel.taxels.cells("ring tip")] = -1e5
    felt = feel.felt(image, feel.hand.spec.rest, FOREARM)
    assert felt.group.tolist() == [1]


def test_the_built_in_grasp_is_felt_as_it_was_simulated(feel):
    session = built_in_session()
    k = 450
    image = np.zeros(feel.taxels.shape)
    image[feel.taxels.mask] = session["grip"].values[k]
    poses = session["poses"].values[k]
    felt = feel.felt(image, session["angles"].values[k], poses[0])
    simulated = session["fingertips"].values[10 * k]
    np.testing.assert_allclose(felt.group_force[:3], simulated[:3], rtol=0.2)
    assert felt.quality > 0.5
    assert np.linalg.norm(felt.center[:, :2] - poses[1, :2], axis=1).max() < 0.06
    assert set(TIP_SEGMENT) <= set(GROUPS)


def test_forces_are_taken_by_the_names_of_fingers():
    stream = empty_stream(name="f", kind="forces", channels=("index", "elbow", "thumb", "ring"))
    sample = Sample(stream, 0.0, np.array([2.0, 9.0, -1.0, np.nan]))
    assert finger_forces({"f": sample}) == {"index": 2.0, "thumb": 0.0}
