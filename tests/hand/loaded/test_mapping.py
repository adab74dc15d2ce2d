"""Mapping files: what is read, and what is refused in one line."""

import json

import numpy as np
import pytest

from prehensile.errors import FileError, InputError, PrehensileError, UnknownNameError
from prehensile.hand.loaded.mapping import mapping_from, read_mapping

TOML = """
model = "robot.xml"
side = "left"
prefix = "lh_"
passive = "model"
[joints]
index_mcp_flex = "FFJ3"
thumb_cmc_flex = {joint = "THJ5", sign = -1, zero = 0.2, scale = 0.5}
[coupled]
FFJ1 = {follows = "FFJ2", ratio = 0.7, offset = 0.1}
[fixed]
LFJ5 = 0.3
[palm]
body = "palm"
origin = [0, 0, 0.01]
[tips]
index = [0, 0, 0.026]
"""


def test_toml_and_json_say_the_same(tmp_path):
    import tomllib

    (tmp_path / "a.toml").write_text(TOML)
    (tmp_path / "a.json").write_text(json.dumps(tomllib.loads(TOML)))
    first, second = read_mapping(tmp_path / "a.toml"), read_mapping(tmp_path / "a.json")
    assert first.joints == second.joints and first.coupled == second.coupled
    assert first.model == "robot.xml" == second.model
    assert (first.side, first.prefixes, first.passive) == ("left", ("lh_",), "model")
    thumb = first.joints["thumb_cmc_flex"]
    assert (thumb.joint, thumb.sign, thumb.zero, thumb.scale) == ("THJ5", -1, 0.2, 0.5)
    assert list(first.joints) == ["thumb_cmc_flex", "index_mcp_flex"]  # our order
    assert first.fixed == {"LFJ5": 0.3}
    np.testing.assert_array_equal(first.tips["index"], [0, 0, 0.026])
    np.testing.assert_array_equal(first.palm_origin, [0, 0, 0.01])


def test_the_prefix_is_the_one_that_fits():
    mapping = mapping_from({"prefix": ["rh_", "lh_"], "joints": {"index_mcp_flex": "FFJ3"}})
    assert mapping.prefix_for(["lh_FFJ3"]) == "lh_"
    assert mapping.prefix_for(["rh_FFJ3"]) == "rh_"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"joints": {}}, "maps no joint"),
        ({"joints": "all"}, "table"),
        ({"joints": {"index_bend": "a"}}, "index_mcp_flex"),
        ({"joints": {"index_mcp_flex": 3}}, "index_mcp_flex"),
        ({"joints": {"index_mcp_flex": {"joint": "a", "sign": 2}}}, "1 or -1"),
        ({"joints": {"index_mcp_flex": {"joint": "a", "bend": 2}}}, "zero"),
        ({"joints": {"index_mcp_flex": {"joint": "a", "zero": "x"}}}, "finite number"),
        ({"joints": {"index_mcp_flex": "a", "index_pip_flex": "a"}}, "both"),
        ({"side": "middle"}, "right"),
        ({"fingers": 5}, "joints"),
        ({"passive": "none"}, "human"),
        ({"palm": {"center": [0, 0, 0]}}, "origin"),
        ({"palm": {"origin": [0, 0]}}, "three numbers"),
        ({"tips": {"pinky": [0, 0, 0]}}, "little"),
        ({"coupled": {"a": 1.0}}, "follows"),
        ({"fixed": {"a": float("inf")}}, "finite"),
    ],
)
def test_what_does_not_fit_is_refused(change, word):
    with pytest.raises(PrehensileError, match=word) as error:
        mapping_from({"joints": {"index_mcp_flex": "FFJ3"}} | change)
    assert isinstance(error.value, InputError | UnknownNameError)
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_mapping(tmp_path):
    for name, content in (("a.toml", b"= 3"), ("a.json", b"{"), ("b.toml", b"\xff\xfe\x00")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(FileError):
            read_mapping(path)
    with pytest.raises(FileError, match="cannot read"):
        read_mapping(tmp_path / "none.toml")
    (tmp_path / "c.json").write_text("[1]")
    with pytest.raises(InputError, match="table"):
        read_mapping(tmp_path / "c.json")
