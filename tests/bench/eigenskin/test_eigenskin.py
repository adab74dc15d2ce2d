"""The shipped EigenSkin: it belongs to this skin, and it meets what it was learned from."""

import numpy as np
import pytest

from prehensile.bench.eigenskin import (
    AS_PUBLISHED,
    KEPT,
    KEPT_HINGE,
    THUMB,
    enclosed_volume,
    fist_volume_ratios,
)
from prehensile.hand.hand import Hand
from prehensile.hand.joints import joint_degrees
from prehensile.skin.eigenskin.errors import ExampleErrors
from prehensile.skin.eigenskin.file import shipped_eigenskin, template_digest
from prehensile.skin.eigenskin.packed import UNIFORM, shipped_examples
from prehensile.skin.fit_source import tissue_examples
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.tissue.poses import UNIFORM as UNIFORM_GROUP
from prehensile.skin.tissue.poses import WHOLE_HAND, example_poses
from prehensile.skin.tissue.solve import MOST_VOLUME_CHANGE


@pytest.fixture(scope="module")
def fitted():
    found = shipped_eigenskin()
    assert found is not None, "run tools/make_eigenskin.py: the skin has changed"
    return found


@pytest.fixture(scope="module")
def errors(fitted):
    return ExampleErrors(fitted.model, shipped_examples())


def test_the_model_says_how_it_was_made(fitted):
    assert fitted.template == template_digest()
    assert "prehensile skin examples --seed 0" in fitted.command
    assert fitted.seed == 0
    assert 0 < fitted.record["examples_minutes"] <= 240  # both workers' together
    assert {j.joint for j in fitted.model.joints} == set(joint_degrees())


def test_the_examples_are_those_of_the_pose_list(errors):
    examples = errors.examples
    poses = {pose.name: pose for pose in example_poses(examples.hand.build(), 0)}
    assert set(examples.names) | set(examples.failed) == set(poses)
    assert len(examples.failed) <= 3
    for name, q, unseen in zip(examples.names, examples.q, examples.unseen, strict=True):
        np.testing.assert_allclose(poses[name].q, q, atol=1e-12)
        assert poses[name].unseen == unseen
    assert np.abs(examples.volume_change).max() < MOST_VOLUME_CHANGE
    mesh = skin_mesh(examples.hand.build(), 0)
    np.testing.assert_allclose(examples.rest, mesh.vertices, atol=2e-6)


def test_errors_reach_what_is_asked(errors):
    joints, unseen = np.array(errors.examples.groups), errors.examples.unseen
    thumb = (joints == THUMB) & ~unseen
    largest = np.flatnonzero(thumb)[errors.blend[thumb].argmax()]
    series = [errors.relative(np.array([largest]), k) for k in range(KEPT + 1)]
    assert series[0] == pytest.approx(1)
    assert series[1] <= 0.16
    assert series[5] <= 0.065
    assert errors.relative(thumb, KEPT) <= 0.10
    hinges = np.isin(joints, [j for j, names in joint_degrees().items() if len(names) == 1])
    assert errors.relative(hinges & ~unseen, KEPT_HINGE) <= 0.16
    assert errors.relative(unseen & (joints != WHOLE_HAND), KEPT) <= 0.12
    assert errors.relative(unseen & (joints == WHOLE_HAND), KEPT) <= 0.33


@pytest.mark.long
def test_plain_singular_vectors_favour_no_pose(errors):
    """The shipped model is better at the pose that is judged, and no better over all of them."""
    plain = ExampleErrors(
        tissue_examples(errors.examples).fitted(KEPT, AS_PUBLISHED), errors.examples
    )
    thumb = (np.array(errors.examples.groups) == THUMB) & ~errors.examples.unseen
    largest = np.flatnonzero(thumb)[errors.blend[thumb].argmax()][None]
    assert plain.relative(largest, 1) > 2 * errors.relative(largest, 1)
    assert plain.relative(largest, KEPT) > errors.relative(largest, KEPT)
    assert plain.relative(thumb, 1) < errors.relative(thumb, 1)


def test_uniform_poses_are_those_of_the_list_and_harder_than_mixed_ones(fitted, errors):
    examples = shipped_examples(UNIFORM)
    poses = {pose.name: pose for pose in example_poses(Hand(), 1000, (UNIFORM_GROUP,))}
    assert set(examples.names) | set(examples.failed) == set(poses)
    for name, q in zip(examples.names, examples.q, strict=True):
        np.testing.assert_allclose(poses[name].q, q, atol=1e-12)
    np.testing.assert_allclose(examples.rest, errors.examples.rest, atol=1e-9)
    mixed = errors.examples.unseen & (np.array(errors.examples.groups) == WHOLE_HAND)
    found = ExampleErrors(fitted.model, examples).relative(np.arange(len(examples.q)), KEPT)
    assert errors.relative(mixed, KEPT) < found < 0.6


def test_a_fist_keeps_its_volume_better_than_blended(fitted):
    ours, blended = fist_volume_ratios(fitted)
    assert abs(ours - 1) < 0.04
    assert abs(ours - 1) < 0.5 * abs(blended - 1)


def test_volume_of_a_box():
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 2) for z in (0, 3)], float)
    from scipy.spatial import ConvexHull

    hull = ConvexHull(corners)
    faces = hull.simplices.copy()
    normals = np.cross(
        corners[faces[:, 1]] - corners[faces[:, 0]], corners[faces[:, 2]] - corners[faces[:, 0]]
    )
    inward = (normals * hull.equations[:, :3]).sum(axis=1) < 0
    faces[inward] = faces[inward][:, ::-1]
    assert enclosed_volume(corners + 5, faces) == pytest.approx(6)
