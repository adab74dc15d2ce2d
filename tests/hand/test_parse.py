import json

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import FileError, InputError
from prehensile.hand.anthropometry import BONE_MEAN_MM
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.parse import parse_hand
from prehensile.hand.spec import HandSpec


@pytest.mark.parametrize("side", ["right", "left"])
def test_a_side_alone_is_the_mean_adult(side):
    for text in (side, f" {side} ", f"{side}:p50"):
        spec = parse_hand(text)
        assert spec.side == side
        np.testing.assert_allclose(spec.bone_lengths, 1e-3 * BONE_MEAN_MM, atol=1e-12)


def test_hands_grow_with_the_percentile_and_seeds_tell_people_apart():
    lengths = [parse_hand(f"left:p{p}").build().length for p in ("5", "33.3", "50", "95")]
    assert lengths == sorted(lengths) and lengths[0] < 0.95 * lengths[-1]
    one, again, other = (parse_hand(f"right:seed={n}") for n in (7, 7, 8))
    assert one == again and one != other


def test_a_file_gives_back_the_hand_that_was_written(tmp_path, run_cli):
    spec = HandSpec.sample(3, "left")
    bare, wrapped = tmp_path / "bare.json", tmp_path / "wrapped.json"
    bare.write_text(json.dumps(spec.to_json()))
    wrapped.write_text(json.dumps({"spec": spec.to_json(), "length_m": 0.2}))
    assert parse_hand(str(bare)) == parse_hand(str(wrapped)) == spec
    told = tmp_path / "told.json"
    told.write_text(run_cli("hand", "--hand", "left:seed=3", "--json").out)
    assert parse_hand(str(told)) == spec


def test_a_model_a_mapping_of_it_and_what_was_read_are_the_same_hand(tmp_path):
    model = tmp_path / "tiny.xml"
    model.write_text(tiny_hand(prefix=""))
    mapping = tmp_path / "tiny.json"
    mapping.write_text(json.dumps(mapping_of() | {"prefix": "", "model": "tiny.xml"}))
    read = tmp_path / "read.json"
    spec = load_hand(model).spec
    read.write_text(json.dumps(spec.to_json()))
    for path in (model, mapping, read):
        assert parse_hand(str(path)) == spec, path.name


@pytest.mark.parametrize(
    "text", ["", "both", "right:p", "right:p-5", "left:seed=x", "right:p5:p6", "p50"]
)
def test_anything_else_is_answered_with_the_grammar(text):
    with pytest.raises(InputError, match=r"is not a hand: give right or left.*:seed=N") as caught:
        parse_hand(text)
    assert repr(text) in str(caught.value) and "\n" not in str(caught.value)


def test_files_that_hold_no_hand_are_refused(tmp_path):
    path = tmp_path / "me.json"
    with pytest.raises(FileError, match="No such file"):
        parse_hand(str(path))
    for text in ("[1, 2]", '{"kind": "something else"}', "7"):
        path.write_text(text)
        with pytest.raises(FileError, match="not a hand description"):
            parse_hand(str(path))
