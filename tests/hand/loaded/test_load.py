"""`load_hand`: the ways to name a model and its mapping come to one hand."""

import json
from pathlib import Path

import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.loaded.load import load_hand


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.xml"
    path.write_text(tiny_hand())
    return path


def test_a_mapping_may_be_a_dict_a_file_or_the_file_that_names_the_model(model: Path) -> None:
    mapping = model.with_name("map.json")
    mapping.write_text(json.dumps(mapping_of()))
    whole = model.with_name("whole.json")
    whole.write_text(json.dumps({"model": model.name, **mapping_of()}))
    hands = [
        load_hand(model, mapping_of()),
        load_hand(str(model), mapping),
        load_hand(model, str(mapping)),
        load_hand(whole),
    ]
    assert all(isinstance(hand, Hand) for hand in hands)
    for hand in hands[1:]:
        assert hand.joint_names == hands[0].joint_names
        first, other = (dict(h.spec.to_json()) for h in (hands[0], hand))
        for spec in (first, other):
            spec.pop("source")
        assert other == first


def test_a_model_with_our_names_needs_no_mapping(tmp_path: Path) -> None:
    path = tmp_path / "ours.xml"
    path.write_text(tiny_hand(prefix=""))
    assert set(load_hand(path).joint_names) == set(mapping_of()["joints"])


def test_a_model_with_other_names_asks_for_one(tmp_path: Path) -> None:
    path = tmp_path / "theirs.xml"
    path.write_text(tiny_hand(prefix="").replace("_flex", "_bend").replace("_abd", "_spread"))
    with pytest.raises(InputError, match="mapping") as caught:
        load_hand(path)
    assert "\n" not in str(caught.value)


def test_a_missing_model_and_a_wrong_name_are_refused(model: Path) -> None:
    with pytest.raises(FileError, match=r"nothing\.xml"):
        load_hand(model.with_name("nothing.xml"))
    wrong = mapping_of()
    wrong["joints"]["index_mcp_flex"] = "knee"
    with pytest.raises(UnknownNameError, match="knee"):
        load_hand(model, wrong)
