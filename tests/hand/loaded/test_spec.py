"""A loaded hand as numbers: what goes out comes in again, what cannot be is refused."""

import copy
import json

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import InputError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.loaded.spec import MESH_UNIT, LoadedSpec, mesh_to_json


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    path = tmp_path_factory.mktemp("hand") / "tiny.xml"
    path.write_text(tiny_hand(fingers=("index", "middle"), couple_dip=True))
    return load_hand(path, mapping_of(("index", "middle"))).spec


def test_json_text_gives_an_equal_spec_that_moves_alike(spec):
    again = LoadedSpec.from_json(json.loads(json.dumps(spec.to_json())))
    assert again == spec and hash(again) == hash(spec)
    for name, segment in spec.segments.items():
        other = again.segments[name]
        np.testing.assert_array_equal(other.T_parent_rest, segment.T_parent_rest)
        assert [j.name for j in other.joints] == [j.name for j in segment.joints]
    changed = copy.deepcopy(spec.to_json())
    changed["lower"][0] -= 0.1
    assert LoadedSpec.from_json(changed) != spec


def test_every_joint_of_ours_is_had_followed_or_missing(spec):
    followed = tuple(f.name for f in spec.followers)
    groups = [spec.joint_names, followed, spec.missing]
    assert sorted(name for group in groups for name in group) == sorted(JOINT_NAMES)
    assert followed == ("index_dip_flex", "middle_dip_flex")
    assert {"ring_pip_flex", "wrist_flex"} <= set(spec.missing)


def test_its_arrays_cannot_be_changed_from_outside(spec):
    for array in (spec.lower, spec.rest, spec.segments["wrist"].T_parent_rest):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_drawn_meshes_are_kept_to_half_a_unit(spec, rng):
    vertices, faces = rng.uniform(-0.1, 0.1, (30, 3)), rng.integers(0, 30, (40, 3))
    data = copy.deepcopy(spec.to_json())
    entry = next(s for s in data["segments"] if s["name"] == "wrist")
    entry["meshes"] = [json.loads(json.dumps(mesh_to_json(vertices, faces, (0.1, 0.2, 1.0))))]
    (mesh,) = LoadedSpec.from_json(data).segments["wrist"].meshes
    assert np.abs(mesh.vertices - vertices).max() <= 0.5 * MESH_UNIT * (1 + 1e-9)
    np.testing.assert_array_equal(mesh.faces, faces)
    np.testing.assert_allclose(mesh.color, [0.1, 0.2, 1.0])


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda d: d.update(kind="prehensile.hand/1"), "prehensile.loaded_hand/1"),
        (lambda d: d["joints"].append(d["joints"][0]), "joint names"),
        (lambda d: d["segments"].append(d["segments"][-1]), "tree"),
        (lambda d: d["segments"][3]["joints"].clear(), "joints"),
        (lambda d: d["followers"][0].update(leader="wrist_flex"), "couplings"),
        (lambda d: d["segments"][2].update(name="a/b"), "names of segments"),
        (lambda d: d["segments"][2].update(inertia=np.diag([1, 1, 3]).tolist()), "inertias"),
        (lambda d: d.update(length=99), "length"),
        (lambda d: d.update(length=1e4), "a number is far too large"),
        (lambda d: d["rest"].append(0.0), r"not a loaded hand: InputError an array has shape"),
        (lambda d: d["rest"].__setitem__(0, float("nan")), "not finite"),
        (lambda d: d["rest"].__setitem__(0, "0.1"), "something else than numbers"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(spec, change, word):
    data = copy.deepcopy(spec.to_json())
    change(data)
    with pytest.raises(InputError, match=word) as caught:
        LoadedSpec.from_json(data)
    assert "\n" not in str(caught.value)
