"""What a scene is without doing anything itself, and what may be asked of its controls."""

import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.stage.messages import Control, Step
from prehensile.stage.scene import SceneFrame, StageScene, check_press, checked_value, find_control

CONTROLS = (
    Control("grip", "Grip", "slider", low=1.0, high=5.0),
    Control("object", "Object", "choice", choices=("ball", "box")),
    Control("loop", "Loop", "switch"),
    Control("go", "Go", "button"),
    Control("off", "Off", "button", enabled=False),
    Control("read", "Read", "figure", value="1.2"),
)
STEPS = tuple(Step(s, s.capitalize(), f"About {s}.", s) for s in ("ready", "running", "done"))


class Still(StageScene):
    """Shows nothing."""

    def step(self): ...

    def reset(self): ...

    def frame(self):
        return SceneFrame(time=0.0)


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [("grip", 3, 3.0), ("grip", 99.0, 5.0), ("grip", -1, 1.0), ("object", "box", "box"),
     ("loop", True, True)],
)  # fmt: skip
def test_a_value_that_fits_is_kept_within_its_range(name, value, kept):
    assert checked_value(CONTROLS, name, value) == kept


@pytest.mark.parametrize(
    ("name", "value"),
    [("grip", "3"), ("grip", True), ("object", "mug"), ("object", 1.0), ("loop", 1.0), ("go", True),
     ("nothing", 1.0), ("read", 1.0), ("read", "1.3")],
)  # fmt: skip
def test_a_value_of_another_kind_is_refused(name, value):
    with pytest.raises((InputError, UnknownNameError)):
        checked_value(CONTROLS, name, value)


def test_a_ready_step_and_a_button_can_be_pressed():
    check_press(STEPS, CONTROLS, "ready")
    check_press(STEPS, CONTROLS, "go")


@pytest.mark.parametrize(
    ("name", "words"),
    [("running", "under way"), ("done", "done already"), ("off", "cannot be used"),
     ("grip", "not a button"), ("redy", "Did you mean 'ready'")],
)  # fmt: skip
def test_anything_else_cannot_and_says_why(name, words):
    with pytest.raises((InputError, UnknownNameError), match=words):
        check_press(STEPS, CONTROLS, name)


def test_a_control_is_found_by_its_name():
    assert find_control(CONTROLS, "grip").label == "Grip"
    with pytest.raises(UnknownNameError, match="grip"):
        find_control(CONTROLS, "gripp")


@pytest.mark.parametrize(
    "wish",
    [
        lambda s: s.set("grip", 1.0),
        lambda s: s.press("go"),
        lambda s: s.pull("ball", (0, 0, 0), (0, 0, 1)),
        lambda s: s.drag("tip", (0, 0, 0)),
        lambda s: s.seek(1.0),
        lambda s: s.begin_take(),
    ],
)
def test_what_a_scene_does_not_have_it_refuses_in_one_line(wish):
    with pytest.raises(InputError) as refusal:
        wish(Still())
    assert "\n" not in str(refusal.value)


def test_an_empty_scene_shows_nothing_and_judges_nothing():
    scene = Still()
    assert not any([scene.hands(), scene.bodies(), scene.controls(), scene.steps()])
    assert scene.verdict() is None and scene.end_take() is None
    scene.let_go(), scene.close()
