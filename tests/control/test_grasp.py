"""The main job: things are held, reproducibly, and failures say why."""

import inspect

import numpy as np
import pytest

import prehensile
from prehensile.control.attempt.attempt import PLAIN, Ask
from prehensile.control.attempt.job import default_grip
from prehensile.control.attempt.search import played_again
from prehensile.control.attempt.shipped_plans import shipped_plans
from prehensile.control.attempt.which_styles import styles_for
from prehensile.control.grasp import asked, grasp
from prehensile.control.law.grip_range import checked_grip
from prehensile.control.place.wishes import NO_WISHES
from prehensile.errors import InputError, PrehensileError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.put import judge_put
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball


@pytest.fixture(scope="module")
def mug_clip(store):
    return store.grasped("mug")


@pytest.fixture(scope="module")
def can_clip(store):
    return store.grasped("cylinder")


def test_what_is_asked_for_is_what_can_be_given_with_the_same_defaults():
    given, checked = (inspect.signature(f).parameters for f in (grasp, asked))
    assert list(given)[2:] == list(checked)
    assert [given[name].default for name in checked] == [p.default for p in checked.values()]


@pytest.mark.long
def test_the_mug_is_held(mug_clip):
    verdict = judge_held(mug_clip, "mug")
    assert verdict.held, verdict
    assert verdict.lifted > 0.12
    assert verdict.penetration < 0.002
    assert mug_clip.verdict is not None and mug_clip.verdict.line.startswith(str(verdict))


@pytest.mark.long
def test_the_mug_is_held_by_the_thumb_and_three_fingers_at_least(mug_clip):
    force = mug_clip.finger_force[mug_clip.last_frame_of("hold"), 0]
    assert force[0] > 0.5
    assert (force > 0.3).sum() >= 4


def test_contact_forces_carry_what_is_held(can_clip):
    track = can_clip.contacts.frame(can_clip.last_frame_of("hold"))
    names = can_clip.contacts.names
    on_it = track.b == names.index("cylinder")
    weight = 0.2 * 9.81
    np.testing.assert_allclose(track.force[on_it].sum(axis=0), [0, 0, weight], atol=0.03 * weight)


def test_a_clip_plays_from_the_file_alone(can_clip, tmp_path):
    path = can_clip.save(tmp_path / "can.npz")
    assert prehensile.Clip.load(path).allclose(can_clip, atol=0.0)


@pytest.mark.long
def test_same_seed_same_clip(mug_clip):
    assert prehensile.grasp("mug").allclose(mug_clip, atol=0.0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "hand"),
    [
        ("ball", "right"),
        pytest.param("box", "right", marks=pytest.mark.long),
        pytest.param("cylinder", "left", marks=pytest.mark.long),
        pytest.param("mug", "left:p95", marks=pytest.mark.long),
        pytest.param("mug", "right:p5", marks=pytest.mark.long),
        pytest.param("cylinder:r=20mm,h=150mm,mass=0.3", "right:seed=7", marks=pytest.mark.long),
    ],
)
def test_other_things_and_other_hands(store, what, hand):
    clip = store.grasped(what, hand)
    held = judge_held(clip, what.partition(":")[0])
    assert held.held, held


@pytest.mark.long
def test_more_grip_presses_harder():
    weak, strong = (grasp("cylinder", grip=g, tries=4) for g in (8.0, 30.0))
    pressed = [c.finger_force[c.last_frame_of("hold")].sum() for c in (weak, strong)]
    assert pressed[1] > 1.5 * pressed[0]


@pytest.mark.long
def test_a_mug_that_does_not_slip_is_gripped_alike_with_the_reflex():
    """In one and the same way: a search with the reflex may find one that only it holds well."""
    mug, hand = load_object("mug"), Hand()
    plan, styles = shipped_plans().plan(mug, hand), styles_for(mug, None, NO_WISHES, hand)
    assert plan is not None
    ends = []
    for reflex in (False, True):
        found = played_again(plan, mug, hand, styles, Ask(tuning=PLAIN._replace(reflex=reflex)))
        assert found is not None and found.managed
        clip = found.clip
        ends.append(clip.finger_force[clip.last_frame_of("hold")].sum() / clip.meta["grip"])
    assert ends[1] == pytest.approx(ends[0], rel=0.05)


@pytest.mark.long
def test_a_mug_is_held_whatever_a_search_with_the_reflex_finds():
    clip = grasp("mug", reflex=True)
    assert clip.verdict is not None and clip.verdict.ok and clip.meta["reflex"] is True


@pytest.mark.long
def test_a_hand_that_opens_doors_holds_a_can(store):
    clip = store.grasped("cylinder", example="door_handle", tries=4)
    assert clip.meta["example"] == "door_handle" and "RSS 2018" in clip.meta["about_example"]
    assert clip.verdict is not None and clip.verdict.ok, clip.verdict


@pytest.mark.long
def test_what_cannot_be_lifted_is_a_result_with_a_reason(store):
    clip = store.grasped("ball:r=40mm,mass=8", grip=5.0, tries=2)
    assert clip.verdict is not None and not clip.verdict.ok
    assert clip.verdict.reason and clip.verdict.advice


def test_default_grip_grows_with_weight():
    assert default_grip(load_object("mug")) == pytest.approx(3 * 0.35 * 9.81 / 0.8)
    assert default_grip(load_object("box")) == 5.0


@pytest.mark.parametrize("grip", [0.0, -3.0, float("nan"), float("inf"), 1e4])
def test_impossible_grips_are_refused(grip):
    with pytest.raises(InputError, match="grip"):
        checked_grip(grip)


def test_unknown_objects_are_refused_with_the_valid_names():
    with pytest.raises(UnknownNameError, match="mug"):
        grasp("mgu")


def test_a_thing_too_large_for_any_pose_says_so():
    with pytest.raises(PrehensileError, match="too large"):
        grasp(ball(0.2, 2.0, name="globe"))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"tries": 0}, "tries is 0"),
        ({"tries": -3}, "tries is -3"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"grip": "10"}, "grip is '10'"),
        ({"hand": None}, "hand is None"),
        ({"controller": "sequence", "example": "leap_grab"}, "an example belongs"),
        ({"controller": "sequence", "shake": True}, "shaking belongs"),
        ({"controller": "sequence", "hold": 5.0}, "another hold belongs"),
        ({"hold": 0.5}, "hold is 0.5 s"),
        ({"hold": "long"}, "hold is 'long'"),
        ({"on": "chair"}, "chair"),
        ({"put": (1.0, 2.0)}, "put is"),
        ({"put": (2.0, 0.0, 0.18)}, "more than 0.3 m"),
    ],
)
def test_what_cannot_be_asked_is_one_line(how, words):
    with pytest.raises(PrehensileError, match=words) as refused:
        grasp("ball", **how)
    assert "\n" not in str(refused.value)


def test_it_is_put_back_where_it_stood(can_clip):
    put = judge_put(can_clip, "cylinder")
    assert put is not None and put.ok, put
    names = [name for name, _, _ in can_clip.meta["phases"]]
    assert names == [
        "approach", "close", "squeeze", "lift", "hold", "put", "release", "go back", "relax"
    ]  # fmt: skip
    assert can_clip.finger_force[-1].sum() == 0


@pytest.mark.long
def test_it_is_held_as_long_as_asked():
    clip = grasp("cylinder", hold=5.0, tries=2)
    begin, end = next((b, e) for name, b, e in clip.meta["phases"] if name == "hold")
    assert end - begin == pytest.approx(5.0, abs=0.02)


def test_nothing_is_welded(can_clip):
    assert can_clip.meta["bodies"]["cylinder"]["aided_until"] is None
