import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.skin.imported.rig_names import OWN_NAMES, rig_names_from

LABELS = ["Root", "hand_r", "index_01_r", "b1"]


def test_what_is_named_counts_and_the_rest_is_told_by_its_own_name():
    names = rig_names_from({"prefix": "b", "side": "right", "joints": {"wrist": "1"}})
    found = names.read(LABELS)
    assert found[3] == ("wrist", "right")
    assert found[1].joint is None, "it is named elsewhere"
    assert found[2].joint == "index-finger-phalanx-proximal"
    assert [n.joint for n in OWN_NAMES.read(LABELS)][1] == "wrist"


def test_a_bone_that_the_rig_lacks_is_refused_with_those_it_has():
    names = rig_names_from({"joints": {"wrist": "hand"}})
    with pytest.raises(UnknownNameError, match=r"hand.*Did you mean 'hand_r'.*Root"):
        names.check(LABELS)
    rig_names_from({"joints": {"wrist": "b1"}}).check(LABELS)


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        ([], InputError, "a table"),
        ({}, InputError, "names no joint"),
        ({"joints": {"wrist": 3}}, InputError, "expected the name of a bone"),
        ({"joints": {"elbow": "a"}}, UnknownNameError, "elbow"),
        ({"joint": {}}, UnknownNameError, "Did you mean 'joints'"),
        ({"joints": {"wrist": "a"}, "side": "up"}, UnknownNameError, "side"),
        ({"joints": {"wrist": "a"}, "model": 3}, InputError, "texts"),
        ({"joints": {"wrist": "a", "thumb-tip": "a"}}, InputError, "two joints"),
    ],
)
def test_what_does_not_fit_is_one_line(data, error, words):
    with pytest.raises(error, match=words) as raised:
        rig_names_from(data)
    assert "\n" not in str(raised.value)
