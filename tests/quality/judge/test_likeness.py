"""Each item of the rubric fails alone, on a clip otherwise in bounds; and passes just so."""

import numpy as np
import pytest
from tests.gripped_clip import PRESSING, TOWARDS_PERSON, gripped_clip

from prehensile.errors import InputError, UnknownNameError
from prehensile.lie import so3
from prehensile.quality.judge.likeness import (
    ITEMS,
    chosen_fingers,
    judge_likeness,
    middle_of_hold,
)


def elbow_lowered(degrees: float) -> np.ndarray:
    """(3, 3) of a forearm from the person's side whose elbow is below the palm by so much."""
    return so3.exp(np.radians(degrees) * np.array([1.0, 0, 0])) @ TOWARDS_PERSON


def elbow_aside(degrees: float) -> np.ndarray:
    """(3, 3) of a level forearm that comes so far from the person's side."""
    return so3.exp(np.radians(degrees) * np.array([0, 0, 1.0])) @ TOWARDS_PERSON


PINCH = {"thumb": 2.0, "index": 2.0}
BROKEN = {
    "thumb": {"pressing": PRESSING | {"thumb": 0.25}},
    "fingers": {"pressing": PRESSING | {"middle": 0.09}},
    "self_force": {"on_itself": 1.9},
    "undisturbed": {"closing_turn": np.radians(15.5)},
    "limits": {"angles": {"ring_pip_flex": 98.5}},
    "wrist": {"angles": {"wrist_flex": 46.0}},
    "forearm": {"R_forearm": elbow_aside(82.0)},
    "small": {"longest": 0.059, "pressing": PRESSING | {"palm": 0.5}},
}
ALSO_BROKEN = {
    "fingers": [
        {"pressing": PINCH},
        {"pressing": PINCH, "meta": {"fingers": ["thumb", "index", "middle"]}},
        {"pressing": PRESSING, "meta": {"fingers": ["thumb"]}},
    ],
    "undisturbed": [{"closing_shift": (0.016, 0, 0)}],
    "wrist": [{"angles": {"wrist_dev": 21.0}}, {"angles": {"wrist_flex": -46.0}}],
    "forearm": [{"R_forearm": elbow_lowered(16.0)}, {"R_forearm": elbow_aside(180.0)}],
}
JUST_WITHIN = [
    {"pressing": PRESSING | {"thumb": 0.27}},
    {"pressing": PRESSING | {"middle": 0.11}},
    {"pressing": PINCH, "meta": {"fingers": ["thumb", "index"]}},
    {"pressing": PINCH, "meta": {"example": "leap_pinch"}},
    {"on_itself": 1.7},
    {"closing_turn": np.radians(14.5), "closing_shift": (0.0145, 0, 0)},
    {"slide": (0.2, 0, 0)},
    {"angles": {"ring_pip_flex": 97.5}},
    {"angles": {"index_pip_flex": 0.0}},
    {"angles": {"wrist_flex": 44.0, "wrist_dev": -13.0}},
    {"R_forearm": elbow_aside(-78.0)},
    {"R_forearm": elbow_lowered(14.0)},
    {"R_forearm": so3.exp(np.radians(85) * np.array([1.0, 0, 0])) @ elbow_aside(180)},
    {"longest": 0.061, "pressing": PRESSING | {"palm": 5.0}},
    {"longest": 0.03},
]


def test_a_plain_grasp_looks_human() -> None:
    looks = judge_likeness(gripped_clip(), "ball")
    assert looks.ok and looks.complaints == () and str(looks) == "looks human: yes"
    found = {name: figure.value for name, figure in looks.figures.items()}
    assert found["thumb's share of the force"] == pytest.approx(4 / 9)
    assert found["weakest finger"] == pytest.approx(1.0)
    assert found["turned since it stood"] == pytest.approx(0, abs=1e-5)
    assert found["moved since it stood"] == pytest.approx(0, abs=1e-9)
    assert found["forearm from the person's side"] == pytest.approx(0, abs=1e-5)
    assert found["forearm below the palm"] == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("item", ITEMS)
def test_each_item_fails_alone(item: str) -> None:
    for how in (BROKEN[item], *ALSO_BROKEN.get(item, ())):
        looks = judge_likeness(gripped_clip(**how), "ball")
        assert [name for name, one in looks.items.items() if not one.ok] == [item], how
        assert str(looks) == f"looks human: no ({looks.items[item].complaint})"


@pytest.mark.parametrize("how", JUST_WITHIN)
def test_what_is_just_within_looks_human(how: dict) -> None:
    assert judge_likeness(gripped_clip(**how), "ball").complaints == ()


def test_the_numbers_are_those_that_were_made() -> None:
    clip = gripped_clip(
        closing_shift=(0.003, -0.004, 0.0), closing_turn=np.radians(7), on_itself=0.9,
        angles={"wrist_flex": 12.0, "wrist_dev": 9.0, "little_dip_flex": 70.0},
        R_forearm=elbow_aside(33.0),
    )  # fmt: skip
    found = {name: one.value for name, one in judge_likeness(clip, "ball").figures.items()}
    assert found["moved since it stood"] == pytest.approx(5.0, abs=1e-6)
    assert found["turned since it stood"] == pytest.approx(7.0, abs=1e-6)
    assert found["force on itself over force on it"] == pytest.approx(0.1)
    assert found["wrist flexed"] == pytest.approx(12.0)
    assert found["wrist deviated"] == pytest.approx(9.0)
    assert found["flexion left"] == pytest.approx(20.0)
    assert found["forearm from the person's side"] == pytest.approx(33.0)


def test_looked_at_is_the_middle_of_the_hold() -> None:
    clip = gripped_clip()
    assert clip.time[middle_of_hold(clip)] == pytest.approx(3.5)
    assert chosen_fingers(clip) == ("index", "middle", "ring", "little")


def test_what_cannot_be_judged_is_refused() -> None:
    from dataclasses import replace

    clip = gripped_clip()
    with pytest.raises(UnknownNameError, match="cup"):
        judge_likeness(clip, "cup")
    none = np.zeros((clip.n_frames, 0))
    empty = replace(clip, hands=(), finger_force=none[..., None].repeat(5, -1), palm_force=none)
    with pytest.raises(InputError, match="no hand"):
        judge_likeness(empty, "ball")


def test_a_real_clip_carries_its_likeness(store) -> None:
    clip = store.grasped("mug")
    looks = judge_likeness(clip, "mug")
    assert str(looks) in str(clip.verdict)
    assert clip.verdict.figures["looks human"].value == looks.ok
    assert clip.verdict.figures["moved since it stood"].value == pytest.approx(
        looks.figures["moved since it stood"].value
    )
    # The whole motion of the object in the world is the lift and little else.
    pose = clip.body("mug").pose[clip.last_frame_of("hold")] - clip.body("mug").pose[0]
    assert np.linalg.norm(pose[:2]) * 1e3 <= looks.figures["moved since it stood"].value + 2.0
