import json
from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import FileError, InputError, PrehensileError, UnknownNameError
from prehensile.hand.parse import parse_hand
from prehensile.hand.spec import HandSpec


def test_the_same_seed_makes_the_same_hand_and_another_one_another():
    assert HandSpec.sample(7) == HandSpec.sample(7) == HandSpec.sample(np.random.default_rng(7))
    assert hash(HandSpec.sample(7)) == hash(HandSpec.sample(7))
    assert HandSpec.sample(7) != HandSpec.sample(8)


def test_the_other_hand_of_a_person_has_the_same_numbers():
    spec = HandSpec.sample(1, "left")
    assert spec.mirrored().side == "right"
    assert spec.mirrored().mirrored() == spec
    np.testing.assert_array_equal(spec.mirrored().bone_lengths, spec.bone_lengths)


def test_arrays_are_read_only_copies():
    lengths = HandSpec.mean().bone_lengths.copy()
    spec = HandSpec("right", lengths, 0.08)
    lengths[:] = 0.05
    assert spec == HandSpec("right", HandSpec.mean().bone_lengths, 0.08)
    with pytest.raises(ValueError, match="read-only"):
        spec.upper[0] = 9
    with pytest.raises(AttributeError):
        spec.breadth = 1.0


def test_json_round_trip_is_exact():
    spec = HandSpec.sample(11, "left")
    assert HandSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "kind is 'list'"),
        ({"kind": "other"}, "expected 'prehensile.hand/1'"),
        ({"kind": "prehensile.hand/1", "side": "right"}, "lacks breadth, bone_lengths"),
        (HandSpec.mean().to_json() | {"lower": "no"}, "something else than numbers"),
        (HandSpec.mean().to_json() | {"breadth": [1]}, "breadth has shape"),
        (HandSpec.mean().to_json() | {"side": ["right"]}, "right"),
        (HandSpec.mean().to_json() | {"rest": [float("nan")] * 23}, "not finite"),
    ],
)
def test_a_strangers_description_is_refused_safely(data, words):
    with pytest.raises(PrehensileError, match=words):
        HandSpec.from_json(data)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"side": "middle"}, "unknown hand side 'middle'.* Valid: right, left"),
        ({"breadth": 79}, "hand breadth is 79 m.*millimetres"),
        ({"breadth": float("nan")}, "breadth holds a value that is not finite"),
        ({"breadth": "wide"}, "something else than numbers"),
        ({"bone_lengths": np.full((5, 5), 40.0)}, "millimetres|must be 0"),
        ({"bone_lengths": np.zeros((4, 5))}, r"expected \(5, 5\)"),
        ({"lower": np.zeros(22)}, r"expected \(23,\)"),
        ({"lower": np.full(23, np.inf)}, "not finite"),
        ({"lower": np.full(23, 9.0)}, "not below the upper one for wrist_flex"),
        ({"damping": np.full(23, -1.0)}, "must not be negative"),
    ],
)
def test_impossible_numbers_are_refused_with_what_is_valid(change, words):
    with pytest.raises(PrehensileError, match=words):
        replace(HandSpec.mean(), **change)


def test_bones_in_millimetres_are_recognised():
    lengths = HandSpec.mean().bone_lengths * 1e3
    with pytest.raises(InputError, match=r"thumb metacarpal is 46\.22 m long.*millimetres"):
        HandSpec("right", lengths, 0.079)


def test_a_negative_seed_is_refused():
    with pytest.raises(InputError, match="from 0 up"):
        HandSpec.sample(-1)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("right", HandSpec.mean()),
        (" left ", HandSpec.mean("left")),
        ("left:p95", HandSpec.at_percentile(95, "left")),
        ("right:p2.5", HandSpec.at_percentile(2.5)),
        ("right:seed=12", HandSpec.sample(12)),
    ],
)
def test_the_grammar_of_the_command_line(text, spec):
    assert parse_hand(text) == spec


@pytest.mark.parametrize(
    "text", ["", "Right", "up", "right:", "right:95", "right:p", "right:seed=-1", "left:p5:seed=1"]
)
def test_text_that_is_not_a_hand_gets_the_grammar(text):
    if text == "right:":
        assert parse_hand(text) == HandSpec.mean()
        return
    with pytest.raises(InputError, match="right or left") as caught:
        parse_hand(text)
    assert "\n" not in str(caught.value) and ":seed=N" in str(caught.value)


def test_a_percentile_out_of_range_says_the_range():
    with pytest.raises(InputError, match=r"0\.1 to 99\.9"):
        parse_hand("right:p100")


def test_a_hand_comes_back_from_a_file(tmp_path):
    spec = HandSpec.sample(5)
    plain, wrapped = tmp_path / "plain.json", tmp_path / "wrapped.json"
    plain.write_text(json.dumps(spec.to_json()))
    wrapped.write_text(json.dumps({"side": "right", "spec": spec.to_json()}))
    assert parse_hand(str(plain)) == parse_hand(str(wrapped)) == spec


def test_files_that_are_no_hands_are_refused(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        parse_hand(str(tmp_path / "none.json"))
    (tmp_path / "bad.json").write_bytes(b"\xff\x00{")
    with pytest.raises(FileError, match="not a JSON file"):
        parse_hand(str(tmp_path / "bad.json"))
    (tmp_path / "list.json").write_text("[1]")
    with pytest.raises(FileError, match=r"list\.json: not a hand description"):
        parse_hand(str(tmp_path / "list.json"))


def test_an_unknown_side_is_an_unknown_name():
    with pytest.raises(UnknownNameError):
        HandSpec.mean("both")  # pyright: ignore[reportArgumentType]


def test_joints_of_one_s_own_survive_json_and_are_written_only_where_there_are_any():
    plain = HandSpec.mean()
    assert "root_shift" not in plain.to_json()
    shift, beside = np.full((5, 3), 0.004), np.full(5, -0.002)
    own = replace(plain, root_shift=shift, middle_offset=beside)
    again = HandSpec.from_json(json.loads(json.dumps(own.to_json())))
    assert again == own != plain
    np.testing.assert_array_equal(again.root_shift, shift)
    np.testing.assert_array_equal(again.middle_offset, beside)


@pytest.mark.parametrize(
    "field", [{"root_shift": np.full((5, 3), 0.03)}, {"middle_offset": np.full(5, 0.02)}]
)
def test_joints_far_from_everybody_s_are_refused(field):
    with pytest.raises(InputError, match="thumb's root is shifted"):
        replace(HandSpec.mean(), **field)
