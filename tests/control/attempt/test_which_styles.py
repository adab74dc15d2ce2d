"""What someone wants of the hand's shape."""

import pytest

from prehensile.control.attempt.which_styles import checked_wishes, styles_for
from prehensile.control.example.style import load_style
from prehensile.control.place.wishes import wished
from prehensile.errors import InputError, UnknownNameError
from prehensile.world.catalogue import load_object

MUG = load_object("mug")


def test_the_pose_or_the_example_is_what_is_tried():
    assert [s.name for s in styles_for(MUG, None, wished(pose="tripod"))] == ["tripod"]
    assert [s.name for s in styles_for(MUG, "hook", wished())] == ["hook"]
    style = load_style("leap_pinch")
    assert styles_for(MUG, style, wished()) == [style]


def test_fingers_choose_styles_of_these_digits_first():
    found = styles_for(MUG, None, wished(fingers="thumb,index,middle"))
    assert found[0].name == "tripod"
    assert all(style.fingers == ("thumb", "index", "middle") for style in found)


@pytest.mark.parametrize(
    ("words", "example", "controller", "says"),
    [
        ({"pose": "tripod"}, "hook", None, "one of them"),
        ({"pose": "tripod"}, None, "sequence", "controller 'example'"),
        ({"pose": "medium_wrap"}, None, "example", "controller 'sequence'"),
        ({"pose": "tripod", "fingers": "thumb,little"}, None, None, "takes no part"),
        ({"pose": "medium_wrap", "fingers": "thumb,index"}, None, None, "leave fingers out"),
    ],
)
def test_what_excludes_each_other_is_refused(words, example, controller, says):
    with pytest.raises(InputError, match=says):
        checked_wishes(wished(**words), example, controller)


def test_an_unknown_pose_is_refused_with_what_there_is():
    with pytest.raises(UnknownNameError, match="tripod"):
        checked_wishes(wished(pose="triopd"), None, None)
