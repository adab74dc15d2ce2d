"""The runner on one joint of a finger: what is solved, resumed, failed and refused."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.bones import Rod, bone_surface
from prehensile.skin.tissue.poses import ExamplePose

pytest.importorskip("ngsolve", reason="the extra 'tissue' is not installed")

from prehensile.skin.tissue import solve as tissue_examples
from prehensile.skin.tissue.mesh import tissue_mesh
from prehensile.skin.tissue.model import TissueModel
from prehensile.skin.tissue.path import harmonic_weights
from prehensile.skin.tissue.record import failures, read_examples, read_solved, write_model
from prehensile.skin.tissue.solve import solve_examples

HAND = Hand()
PIP = JOINT_NAMES.index("index_pip_flex")


@pytest.fixture(scope="module")
def model() -> tuple[TissueModel, np.ndarray]:
    """Flesh round the index finger's middle joint, with two bones."""
    poses = segment_transforms(HAND, bind_angles())
    T = poses["index-finger-phalanx-intermediate"]

    def rod(start: float, end: float, r: float) -> tuple[Rod, ...]:
        return (Rod(T[:3, 3] + start * T[:3, 0], T[:3, 3] + end * T[:3, 0], r),)

    skin = bone_surface(rod(-0.017, 0.017, 0.009), 0.1)
    bones = {
        "index-finger-phalanx-proximal": rod(-0.017, -0.008, 0.004),
        "index-finger-phalanx-intermediate": rod(0.008, 0.017, 0.004),
    }
    mesh = tissue_mesh(*skin, bones, 0.1)
    return TissueModel(HAND, mesh, harmonic_weights(mesh)), skin[1]


def _pose(name: str, angle: float, start: str | None = None) -> ExamplePose:
    q = bind_angles()
    q[PIP] = angle
    return ExamplePose(name, "index_pip", q, start)


POSES = [_pose("a", 0.3), _pose("b", 0.6, "a"), _pose("c", -0.2)]


@pytest.fixture(scope="module")
def folder(model, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    write_model(folder, *model)
    seen: list[tuple[int, int]] = []
    solve_examples(folder, POSES, lambda done, total: seen.append((done, total)), workers=1)
    assert seen[-1] == (3, 3)
    return folder


@pytest.mark.long
def test_every_pose_is_solved_with_little_change_of_volume(folder, model):
    found = read_examples(folder)
    assert found.names == ("a", "b", "c")
    assert found.groups == ("index_pip",) * 3
    assert found.skin.shape == (3, model[0].mesh.skin_count, 3)
    assert np.abs(found.volume_change).max() < 0.01
    assert found.failed == {}


def test_a_second_run_does_nothing(folder, monkeypatch):
    monkeypatch.setattr(tissue_examples, "solve_part", lambda *_: pytest.fail("solved again"))
    solve_examples(folder, POSES, workers=1)


def test_an_interrupted_run_goes_on_to_the_same_shapes(folder, model, tmp_path):
    write_model(tmp_path, *model)
    solve_examples(tmp_path, POSES[:1], workers=1)
    solve_examples(tmp_path, POSES[:2], workers=1)
    one, other = read_solved(folder, "b"), read_solved(tmp_path, "b")
    assert one is not None
    assert other is not None
    np.testing.assert_allclose(one.skin, other.skin, atol=2e-7)


@pytest.mark.long
def test_a_pose_that_fails_is_recorded_and_the_next_starts_before_it(model, tmp_path, monkeypatch):
    write_model(tmp_path, *model)
    monkeypatch.setattr(tissue_examples, "STRIDE", 2.0)  # too far for any prediction
    poses = [_pose("far", 3.05), _pose("near", 0.2, "far")]
    solve_examples(tmp_path, poses, workers=1)
    assert list(failures(tmp_path, poses)) == ["far"]
    assert "of the way" in failures(tmp_path, poses)["far"]
    assert read_solved(tmp_path, "far") is None
    assert read_solved(tmp_path, "near") is not None
    assert read_examples(tmp_path).failed.keys() == {"far"}


def test_a_folder_of_another_skin_is_refused(folder, model):
    other, faces = model
    mesh = replace(other.mesh, corners=other.mesh.corners * 1.01)
    with pytest.raises(InputError, match="another hand or skin"):
        write_model(folder, replace(other, mesh=mesh), faces)


def test_an_empty_folder_and_a_damaged_file_are_refused(model, tmp_path):
    with pytest.raises(FileError, match=r"model\.npz"):
        read_examples(tmp_path)
    write_model(tmp_path, *model)
    with pytest.raises(FileError, match="no solved pose"):
        read_examples(tmp_path)
    (tmp_path / "poses").mkdir()
    (tmp_path / "poses" / "a.npz").write_bytes(b"not a zip")
    with pytest.raises(FileError, match=r"a\.npz"):
        read_examples(tmp_path)


def test_the_record_of_a_failure_is_plain_json(tmp_path):
    tissue_examples.write_failed(tmp_path, "x", "because")
    assert json.loads((tmp_path / "poses" / "x.failed.json").read_text()) == {"reason": "because"}
