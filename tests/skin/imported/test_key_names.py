import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.skin.imported.key_names import key_pose, says_pose

REST = np.linspace(0.1, 0.32, 23)


def _moved(name: str) -> dict[str, float]:
    q = key_pose(name, REST)
    return {JOINT_NAMES[k]: float(np.degrees(q[k])) for k in np.flatnonzero(q != REST)}


@pytest.mark.parametrize(
    "name",
    [
        "index_pip_flex=80",
        "index_pip_flex_80",
        "Index PIP Flex 80",
        "index-pip-flex: 80°",
        "IndexPipFlex=+80.0deg",
        "index_pip_flex=80.R",
        "index_pip_flex=80_L",
    ],
)
def test_one_angle_in_the_ways_people_write_it(name):
    assert _moved(name) == pytest.approx({"index_pip_flex": 80.0})


@pytest.mark.parametrize(
    "name",
    [
        "index_mcp_abd=-10,index_mcp_flex=62.5",
        "index_mcp_abd=-10, index_mcp_flex=62.5",
        "index_mcp_flex_62.5_index_mcp_abd_-10",
        "index_mcp_abd -10; index_mcp_flex 62.5",
    ],
)
def test_several_angles(name):
    assert _moved(name) == pytest.approx({"index_mcp_abd": -10, "index_mcp_flex": 62.5})


def test_an_angle_may_count_from_the_bind_pose():
    rest = float(np.degrees(REST[JOINT_NAMES.index("thumb_ip_flex")]))
    assert _moved("thumb_ip_flex+=40") == pytest.approx({"thumb_ip_flex": rest + 40})
    assert _moved("thumb_ip_flex += -5") == pytest.approx({"thumb_ip_flex": rest - 5})


def test_the_little_finger_is_a_pinky_too():
    assert _moved("pinky_dip_flex=30") == pytest.approx({"little_dip_flex": 30.0})


@pytest.mark.parametrize("joint", JOINT_NAMES)
def test_every_angle_can_be_named(joint):
    assert _moved(f"{joint}=33") == pytest.approx({joint: 33.0})


@pytest.mark.parametrize(
    "name", ["fist", "Key 1", "index_pip_flex", "index_pip 0", "number 3", "bulge 80", ""]
)
def test_other_names_say_no_pose(name):
    """Among them those under which our own corrections are exported."""
    assert not says_pose(name)
    with pytest.raises(InputError, match="says no pose"):
        key_pose(name, REST)


@pytest.mark.parametrize("name", ["index_knee_flex=80", "index_pip_flex=80,toe_flex=10"])
def test_an_angle_that_hands_do_not_have_is_named(name):
    assert not says_pose(name)
    with pytest.raises(UnknownNameError, match="index_pip_flex") as error:
        key_pose(name, REST)
    assert error.value.name in ("index_knee_flex", "toe_flex")


@pytest.mark.parametrize(
    ("name", "said"),
    [("index_pip_flex=800", "800°"), ("index_pip_flex=1,index_pip_flex=2", "twice")],
)
def test_impossible_poses_are_refused(name, said):
    with pytest.raises(InputError, match=said):
        key_pose(name, REST)
