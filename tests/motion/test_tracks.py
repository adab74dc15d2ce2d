from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.motion.tracks import BodyTrack


def test_arrays_are_copies_and_read_only(clip, arrays_of):
    q = np.zeros((7, 2))
    hand = replace(clip.hands[0], q=q)
    q[:] = 1
    assert (hand.q == 0).all()
    for name, array in arrays_of(clip).items():
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
        assert not array.flags.writeable, name
    with pytest.raises(FrozenInstanceError):
        hand.q = q


def test_a_frozen_array_is_shared_not_copied(clip):
    body = clip.bodies[0]
    assert replace(body, name="other").vertices is body.vertices
    view = np.zeros((4, 3), np.float32)[:]
    view.flags.writeable = False  # read-only, but its base is not
    assert replace(body, vertices=view).vertices is not view


def test_types_are_those_of_the_contract(clip, arrays_of):
    kinds = {"vertices": np.float32, "faces": np.int32, "offsets": np.int64}
    kinds |= {"a": np.int32, "b": np.int32}
    for name, array in arrays_of(clip).items():
        assert array.dtype == kinds.get(name.split()[-1], np.float64), name


def test_default_color_is_light_grey(clip):
    body = clip.bodies[0]
    fresh = type(body)(body.name, body.vertices, body.faces, body.pose)
    np.testing.assert_array_equal(fresh.color, [0.8, 0.8, 0.8])


def test_model_is_stored_as_the_json_it_will_be_saved_as(clip):
    model = {"kind": "x", "lengths": (1, np.float32(0.5), np.int64(3)), "array": np.arange(2)}
    hand = replace(clip.hands[0], model=model)
    assert hand.model == {"kind": "x", "lengths": [1, 0.5, 3], "array": [0, 1]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q": np.zeros((7, 3))}, r"q of hand 'hand-0' has shape \(7, 3\); expected \(n, 2\)"),
        ({"q": np.full((7, 2), np.nan)}, "not finite"),
        ({"q": [["a", "b"]]}, "got dtype <U1"),
        ({"q": [[0.0], [0.0, 1.0]]}, "ragged"),
        ({"T_world_forearm": np.zeros((6, 7))}, r"has shape \(6, 7\); expected \(7, 7\)"),
        ({"T_world_forearm": np.zeros((7, 7))}, "unit length, row 0"),
        ({"joint_names": ("a", "a")}, "'a' occurs twice"),
        ({"joint_names": "ab"}, "sequence of strings"),
        ({"name": ""}, "printable"),
        ({"name": "a\nb"}, "printable"),
        ({"name": "a" * 201}, "201 characters"),
        ({"name": 3}, "got a int"),
        ({"model": []}, "must be a dict, got list"),
        ({"model": {"a": object()}}, "a object is not JSON"),
        ({"model": {"a": float("nan")}}, "cannot be written as JSON"),
    ],
)
def test_a_bad_hand_is_refused_in_one_line(clip, change, message):
    with pytest.raises(InputError, match=message) as caught:
        replace(clip.hands[0], **change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"faces": [[0, 1, 4]]}, "index 4, but there are 4 vertices"),
        ({"faces": [[0, 1, -1]]}, "index -1"),
        ({"faces": [[0.0, 1.0, 2.0]]}, "must hold whole numbers, got dtype float64"),
        ({"faces": [[0, 1, 2**40]]}, "too large for int32"),
        ({"vertices": np.zeros((4, 2))}, r"has shape \(4, 2\); expected \(n, 3\)"),
        ({"vertices": np.full((4, 3), 1e300)}, "not finite"),
        ({"color": (1, 0, 2)}, "between 0 and 1"),
        ({"color": (1, 0)}, r"has shape \(2,\); expected \(3,\)"),
        ({"pose": np.ones((7, 7))}, "unit length"),
    ],
)
def test_a_bad_body_is_refused_in_one_line(clip, change, message):
    with pytest.raises(InputError, match=message) as caught:
        replace(clip.bodies[0], **change)
    assert "\n" not in str(caught.value)


def test_a_body_may_have_no_mesh(clip):
    body = replace(clip.bodies[0], vertices=np.zeros((0, 3)), faces=np.zeros((0, 3), int))
    assert repr(body) == "<BodyTrack 'body-0': 7 frames, 0 faces>"


@pytest.mark.parametrize("far", [1001.0, -1e6, 1e300])
def test_what_lies_beyond_every_scene_is_refused(far):
    pose = np.array([[far, 0, 0, 1, 0, 0, 0]])
    with pytest.raises(InputError, match="from the origin, at most 1000 m"):
        BodyTrack("a", np.eye(3), [[0, 1, 2]], pose)
    if abs(far) < 1e30:  # float32 ends before
        with pytest.raises(InputError, match="vertices of body 'a' reaches"):
            BodyTrack("a", far * np.eye(3), [[0, 1, 2]], [[0, 0, 0, 1, 0, 0, 0]])
