"""A folder of solved poses: what is written comes back, what is missing or foreign is named."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prehensile.bench.hardening.damaged_caches import DAMAGES, damage
from prehensile.errors import FileError, InputError
from prehensile.hand.hand import Hand
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.mesh import TissueMesh
from prehensile.skin.tissue.model import TissueModel
from prehensile.skin.tissue.poses import ExamplePose
from prehensile.skin.tissue.record import (
    SolvedPose,
    failures,
    is_recorded,
    read_examples,
    read_model,
    read_solved,
    tissue_digest,
    write_failed,
    write_model,
    write_solved,
)

FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])


@pytest.fixture
def model() -> TissueModel:
    """One tetrahedron of flesh, all of whose corners are skin."""
    corners = np.vstack([np.zeros(3), 0.01 * np.eye(3)])
    mesh = TissueMesh(corners, np.array([[0, 1, 2, 3]]), np.full(4, -1), ("wrist",), 4)
    return TissueModel(Hand(), mesh, np.ones((len(mesh.nodes), 1)))


def _pose(name: str, unseen: bool = False) -> ExamplePose:
    return ExamplePose(name, "index_pip", bind_angles() + 0.01 * len(name), None, unseen=unseen)


def _solved(pose: ExamplePose, seed: int) -> SolvedPose:
    rng = np.random.default_rng(seed)
    skin, nodes = (rng.random((n, 3)).astype(np.float32) for n in (4, 10))
    return SolvedPose(pose.q, skin, nodes, -0.01 * seed, 2.5 * seed, seed)


def test_the_tissue_comes_back(model: TissueModel, tmp_path: Path) -> None:
    write_model(tmp_path, model, FACES)
    found, faces = read_model(tmp_path)
    np.testing.assert_array_equal(faces, FACES)
    assert found.hand.spec == model.hand.spec
    assert found.mesh.segments == ("wrist",) and found.mesh.skin_count == 4
    for name in ("corners", "tetrahedra", "bone", "nodes"):
        np.testing.assert_array_equal(getattr(found.mesh, name), getattr(model.mesh, name))
    np.testing.assert_array_equal(found.weights, model.weights)


def test_a_pose_comes_back(tmp_path: Path) -> None:
    pose = _pose("a")
    truth = _solved(pose, 3)
    assert read_solved(tmp_path, "a") is None and not is_recorded(tmp_path, pose)
    write_solved(tmp_path, pose, truth)
    found = read_solved(tmp_path, "a")
    assert found is not None and is_recorded(tmp_path, pose)
    for name, value in vars(truth).items():
        np.testing.assert_array_equal(getattr(found, name), value, err_msg=name)


def test_all_of_a_folder_is_read_in_the_order_of_names(model: TissueModel, tmp_path: Path) -> None:
    write_model(tmp_path, model, FACES)
    poses = [_pose("bb", unseen=True), _pose("a"), _pose("ccc")]
    for k, pose in enumerate(poses[:2]):
        write_solved(tmp_path, pose, _solved(pose, k + 1))
    write_failed(tmp_path, "ccc", "it snapped through")
    found = read_examples(tmp_path)
    assert found.names == ("a", "bb") and found.groups == ("index_pip",) * 2
    assert found.unseen.tolist() == [False, True]
    np.testing.assert_array_equal(found.q, [poses[1].q, poses[0].q])
    np.testing.assert_array_equal(found.skin[1], _solved(poses[0], 1).skin)
    np.testing.assert_allclose(found.seconds, [5.0, 2.5])
    np.testing.assert_allclose(found.volume_change, [-0.02, -0.01])
    assert found.failed == failures(tmp_path, poses) == {"ccc": "it snapped through"}
    np.testing.assert_array_equal(found.rest, model.mesh.corners)
    assert is_recorded(tmp_path, poses[2])  # it is not tried again


def test_a_folder_goes_on_with_its_own_tissue_only(model: TissueModel, tmp_path: Path) -> None:
    write_model(tmp_path, model, FACES)
    before = (tmp_path / "model.npz").read_bytes()
    write_model(tmp_path, model, FACES)
    assert (tmp_path / "model.npz").read_bytes() == before
    other = replace(model, mesh=replace(model.mesh, corners=1.01 * model.mesh.corners))
    with pytest.raises(InputError, match="another hand or skin"):
        write_model(tmp_path, other, FACES)


def test_missing_and_damaged_files_are_named(model: TissueModel, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"model\.npz"):
        read_model(tmp_path)
    write_model(tmp_path, model, FACES)
    with pytest.raises(FileError, match="holds no solved pose"):
        read_examples(tmp_path)
    write_solved(tmp_path, _pose("a"), _solved(_pose("a"), 1))
    path = tmp_path / "poses" / "a.npz"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(FileError, match=r"a\.npz: .*its end is missing"):
        read_solved(tmp_path, "a")


@pytest.mark.parametrize("way", DAMAGES)
def test_damaged_poses_are_solved_again_and_sound_ones_kept(model, tmp_path, rng, way) -> None:
    write_model(tmp_path, model, FACES)
    for k, name in enumerate("abc"):
        write_solved(tmp_path, _pose(name), _solved(_pose(name), k + 1), tissue_digest(model))
    write_failed(tmp_path, "d", "it snapped through")
    write_failed(tmp_path, "e", "it snapped through")
    if way in ("folder", "pipe"):
        pytest.skip("no process leaves one of them in a folder of poses")
    damage(tmp_path / "poses" / "b.npz", way, rng, b"something else")
    damage(tmp_path / "poses" / "d.failed.json", way, rng, b"something else")
    write_model(tmp_path, model, FACES)
    left = {path.name for path in (tmp_path / "poses").iterdir()}
    assert {"a.npz", "c.npz", "e.failed.json"} <= left
    for name, file in (("b", "b.npz"), ("d", "d.failed.json")):
        # What damage did not change the meaning of may stay.
        assert file not in left or is_recorded(tmp_path, _pose(name))
    assert "b.npz" not in left or read_solved(tmp_path, "b") is not None


@pytest.mark.parametrize("way", ["cut", "bits", "empty", "noise"])
def test_a_damaged_model_is_written_again(model, tmp_path, rng, way) -> None:
    """Poses that say of which tissue they are stay; others might be of another."""
    write_model(tmp_path, model, FACES)
    before = (tmp_path / "model.npz").read_bytes()
    write_solved(tmp_path, _pose("a"), _solved(_pose("a"), 1), tissue_digest(model))
    write_solved(tmp_path, _pose("b"), _solved(_pose("b"), 2))
    write_solved(tmp_path, _pose("c"), _solved(_pose("c"), 3), "another")
    damage(tmp_path / "model.npz", way, rng, b"")
    write_model(tmp_path, model, FACES)
    assert (tmp_path / "model.npz").read_bytes() == before
    assert [path.name for path in (tmp_path / "poses").iterdir()] == ["a.npz"]


def test_poses_of_older_versions_are_kept_where_the_model_is_sound(model, tmp_path) -> None:
    write_model(tmp_path, model, FACES)
    write_solved(tmp_path, _pose("a"), _solved(_pose("a"), 1))
    write_model(tmp_path, model, FACES)
    assert is_recorded(tmp_path, _pose("a"))
