"""What is said of a grasp, as `grasp` and `grasp_along` take it."""

import inspect

import pytest

from prehensile.cli.grammar.manner import BY_DEFAULT, Manner
from prehensile.cli.grammar.wishes import Wishes
from prehensile.control.grasp import asked
from prehensile.control.keyed.grasp import grasp_along
from prehensile.errors import InputError


def test_they_are_keywords_that_grasp_has():
    wished = Wishes("handle", "rim", "above", "hook", "index", "use").asked()
    said = BY_DEFAULT.asked(seed=3)
    assert set(said | wished) <= set(inspect.signature(asked).parameters)
    assert set(BY_DEFAULT.asked_along(3)) <= set(inspect.signature(grasp_along).parameters)
    assert said["seed"] == 3


def test_nothing_said_is_what_the_library_does_by_itself():
    theirs = inspect.signature(asked).parameters
    assert BY_DEFAULT.asked(0) == {name: theirs[name].default for name in BY_DEFAULT.asked(0)}


def test_where_it_is_put():
    assert Manner(put="0.1,0,0.2").asked(0)["put"] == [0.1, 0.0, 0.2]
    assert Manner(no_put=True).asked(0)["put"] is False
    with pytest.raises(InputError, match="contradict"):
        Manner(put="0,0,0.2", no_put=True).asked(0)


@pytest.mark.parametrize(
    "said",
    [Manner(put="0,0,1"), Manner(no_put=True), Manner(shake=True), Manner(alpha=1.0),
     Manner(strength=0.0), Manner(reach="1,2"), Manner(controller="example")],
)  # fmt: skip
def test_what_the_path_says(said):
    with pytest.raises(InputError, match="--arm"):
        said.asked_along(0)
