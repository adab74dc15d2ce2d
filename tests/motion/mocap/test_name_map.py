"""The small tables of joint names."""

import pytest

from prehensile.errors import FileError, InputError, PrehensileError, UnknownNameError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.motion.mocap.adroit import JOINTS
from prehensile.motion.mocap.name_map import OURS, map_for, read_name_map


def written(tmp_path, text):
    (tmp_path / "map.toml").write_text(text)
    return tmp_path / "map.toml"


def test_names_signs_and_sums(tmp_path):
    found = read_name_map(
        written(
            tmp_path,
            'side = "left"\n[joints]\nindex_mcp_flex = "A"\nring_mcp_abd = {B = -1}\n'
            "thumb_cmc_flex = {A = 0.5, C = 2, offset = 0.1}\n",
        )
    )
    assert found.side == "left" and found.theirs == {"A", "B", "C"}
    assert found.terms["ring_mcp_abd"] == {"B": -1.0}
    assert found.terms["thumb_cmc_flex"] == {"A": 0.5, "C": 2.0}
    assert found.offsets["thumb_cmc_flex"] == 0.1 and found.offsets["index_mcp_flex"] == 0.0


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("[joints", FileError, "not a TOML file"),
        ("[other]\n", InputError, r"no table \[joints\]"),
        ("[joints]\nindex_mcp_flexx = 'A'\n", UnknownNameError, "Did you mean 'index_mcp_flex'"),
        ("[joints]\nindex_mcp_flex = 3\n", InputError, "a joint's name, or a table of factors"),
        ("[joints]\nindex_mcp_flex = {A = nan}\n", InputError, "table of factors"),
        ("[joints]\nindex_mcp_flex = {offset = 1}\n", InputError, "names no joint"),
        ("side = 'up'\n[joints]\nindex_mcp_flex = 'A'\n", UnknownNameError, "side 'up'"),
    ],
)
def test_what_is_no_map_is_one_line(tmp_path, text, error, words):
    with pytest.raises(error, match=words) as caught:
        read_name_map(written(tmp_path, text))
    assert isinstance(caught.value, PrehensileError) and "\n" not in str(caught.value)


def test_the_packaged_map_knows_the_joints_of_its_hand():
    adroit = read_name_map("adroit")
    assert adroit.side == "right" and adroit.theirs <= set(JOINTS)
    assert set(adroit.terms) <= set(JOINT_NAMES)


def test_the_map_that_knows_most_names_is_taken():
    assert map_for(["index_mcp_flex", "elbow"]) is OURS
    assert map_for(["FFJ2", "FFJ1", "elbow"]).name == "adroit"
    with pytest.raises(InputError, match=r"no name is a joint that we know \(elbow\)"):
        map_for(["elbow"])
