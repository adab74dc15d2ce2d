"""One example, many objects: held through a lift and a shake."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.attempt import like_example
from prehensile.control.attempt.attempt import Ask, Tuning
from prehensile.control.attempt.like_example import grasp_like
from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.example.style import load_style
from prehensile.control.grasp import grasp
from prehensile.errors import InputError, PrehensileError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.quality.judge.held import judge_held
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)


@pytest.fixture(scope="module")
def shaken():
    found = grasp_like(STYLE, load_object("cylinder"), HAND, Ask(tries=4, shake=True))
    assert found is not None
    return found


@pytest.mark.long
def test_a_cylinder_is_held_through_a_lift_and_a_shake(shaken):
    verdict = judge_held(shaken.clip, "cylinder")
    assert verdict.held, verdict
    assert [name for name, _, _ in shaken.clip.meta["phases"]] == [
        "approach", "close", "squeeze", "lift", "shake", "hold"
    ]  # fmt: skip


@pytest.mark.long
def test_it_was_shaken_and_stayed_in_the_hand(shaken):
    clip = shaken.clip
    _, begin, end = next(p for p in clip.meta["phases"] if p[0] == "shake")
    during = (clip.time >= begin) & (clip.time <= end)
    place = clip.body("cylinder").pose[during, :3]
    acceleration = np.diff(place, 2, axis=0) / (clip.time[1] - clip.time[0]) ** 2
    assert np.linalg.norm(acceleration, axis=1).max() > 5  # [m/s²] half of gravity
    in_palm = place - clip.hands[0].T_world_forearm[during, :3]
    assert np.ptp(in_palm, axis=0).max() < 0.01


@pytest.mark.long
def test_a_grip_in_newtons_is_the_force_mode():
    clip = grasp("cylinder", controller="example", grip=20.0, tries=3)
    assert judge_held(clip, "cylinder").held, clip.verdict
    k = clip.last_frame_of("hold")
    assert clip.finger_force[k, 0].sum() + clip.palm_force[k, 0] == pytest.approx(20, rel=0.1)


@pytest.mark.long
def test_a_left_hand_can_do_it_too():
    clip = grasp("ball", parse_hand("left").build(), controller="example", tries=4)
    assert judge_held(clip, "ball").held, clip.verdict


@pytest.mark.long
def test_the_same_seed_gives_the_same_clip(shaken):
    again = grasp_like(STYLE, load_object("cylinder"), HAND, Ask(tries=4, shake=True))
    assert again is not None and again.clip.allclose(shaken.clip, atol=0.0)


@pytest.mark.long
def test_the_grip_is_gentle(shaken):
    """Three times what friction needs or a little more, and not the springs' 30 N."""
    needed = 0.2 * 9.81 / 0.8
    asked = shaken.clip.meta["grip"]
    assert 3 * needed <= asked * (1 + 1e-9) and asked < 8 * needed
    pressed = shaken.clip.finger_force[-1, 0].sum() + shaken.clip.palm_force[-1, 0]
    assert pressed == pytest.approx(asked, rel=0.15)


def test_what_turns_is_left_to_the_sequence():
    with pytest.raises(InputError, match="sequence"):
        grasp("dial", controller="example")


@pytest.mark.long
def test_by_default_what_turns_falls_back_and_says_so(store):
    meta = store.grasped("dial").meta
    assert meta["controller"] == "sequence" and "lifting only" in meta["fallback"]


@pytest.mark.long
def test_the_default_is_the_example(store):
    clip = store.grasped("ball")
    assert clip.meta["controller"] == "example" and "fallback" not in clip.meta
    assert "played" in clip.meta


@pytest.mark.long
def test_what_the_examples_drop_is_tried_by_the_sequence(monkeypatch):
    monkeypatch.setattr("prehensile.control.grasp.grasp_like_any", lambda *a, **k: None)
    meta = grasp("ball", tries=4).meta
    assert meta["controller"] == "sequence" and meta["fallback"] == "no example held it"


def test_what_no_hand_can_span_is_refused():
    with pytest.raises(PrehensileError, match="too large"):
        grasp(ball(0.2, 2.0, name="globe"), controller="example")


def test_unknown_controllers_are_refused():
    with pytest.raises(UnknownNameError, match="sequence"):
        grasp("ball", controller="best")


@pytest.mark.long
@pytest.mark.parametrize("reflex", [False, True])
def test_the_clip_says_whether_a_reflex_was_at_work(reflex):
    found = grasp_like(
        STYLE,
        load_object("ball"),
        HAND,
        Ask(tries=1, hold=2.0, tuning=Tuning(reflex=reflex)),
    )
    assert found is not None
    assert found.clip.meta["reflex"] is reflex


@pytest.fixture
def counted(monkeypatch):
    """Grasps whose parts only say what they are; the list of what was rehearsed."""
    rehearsed, ways = [], [SimpleNamespace(need=1.0, name=name) for name in "ab"]

    def rehearse(obj, hand, style, candidate, *rest):
        rehearsed.append((obj.name, candidate.name))
        return Rehearsal(True, True, float(candidate.name == "b"))

    def played(play, obj, candidate, about):
        return SimpleNamespace(managed=True, human=True, candidate=candidate, judged=None)

    monkeypatch.setattr(like_example, "style_candidates", lambda *_: ways)
    monkeypatch.setattr(like_example, "rehearse", rehearse)
    monkeypatch.setattr(like_example, "example_play", lambda *_, **__: None)
    monkeypatch.setattr(like_example, "played", played)
    return rehearsed


def test_what_was_rehearsed_is_remembered_where_that_is_asked_for(counted):
    obj = load_object("ball")
    with like_example.rehearsals_remembered():
        for ask in (Ask(), Ask(hold=9.0), Ask(shake=True)):
            found = grasp_like(STYLE, obj, HAND, ask)
            assert found is not None and found.candidate.name == "b"
    assert counted == [("ball", "a"), ("ball", "b")]


def test_other_things_seeds_and_grips_are_rehearsed_anew(counted):
    obj = load_object("ball")
    with like_example.rehearsals_remembered():
        for ask in (Ask(), Ask(seed=1), Ask(grip=9.0), Ask(tries=3)):
            grasp_like(STYLE, obj, HAND, ask)
        grasp_like(STYLE, obj, HAND, Ask(), "post")
        grasp_like(STYLE, load_object("ball"), HAND, Ask())
        grasp_like(STYLE, obj, Hand(), Ask())
        grasp_like(load_style("leap_pinch").on(HAND), obj, HAND, Ask())
    assert len(counted) == 2 * 8


def test_without_asking_nothing_is_remembered(counted):
    obj = load_object("ball")
    for _ in range(2):
        grasp_like(STYLE, obj, HAND, Ask())
    assert len(counted) == 4


@pytest.fixture
def went(monkeypatch):
    """Styles whose rehearsals go as told; the list of those that are played, which all manage."""
    told, shown = {}, []

    def rehearse(obj, hand, style, *rest):
        return told[style.name]

    def played(play, obj, candidate, about):
        shown.append(about["style"])
        done = SimpleNamespace(half_done=True, progress=1.0)
        return SimpleNamespace(managed=True, human=True, judged=done, about=about)

    monkeypatch.setattr(like_example, "style_candidates", lambda *_: [SimpleNamespace(need=1.0)])
    monkeypatch.setattr(like_example, "rehearse", rehearse)
    monkeypatch.setattr(like_example, "example_play", lambda *_, **__: None)
    monkeypatch.setattr(like_example, "played", played)
    return told, shown


WELL, FAULTY, DROPPED = Rehearsal(True, True, 1.0), Rehearsal(True, True, 1.0, ("fingers",)), None
STYLES = [load_style(name).on(HAND) for name in ("tripod", "tip_pinch", "leap_grab")]


@pytest.mark.parametrize(
    ("rehearsals", "chosen"),
    [
        ((WELL, WELL, WELL), "tripod"),
        ((FAULTY, WELL, WELL), "tip_pinch"),
        ((DROPPED, Rehearsal(False, True, -9.0), WELL), "leap_grab"),
        ((FAULTY, Rehearsal(True, True, 5.0, ("fingers", "thumb")), DROPPED), "tripod"),
        ((Rehearsal(False, True, -9.0), FAULTY, Rehearsal(False, True, 9.0)), "tip_pinch"),
    ],
)
def test_a_style_that_fails_or_looks_wrong_gives_way_to_the_next(went, rehearsals, chosen):
    told, shown = went
    told |= {style.name: r for style, r in zip(STYLES, rehearsals, strict=True)}
    found = like_example.grasp_like_any(STYLES, load_object("ball"), HAND, Ask())
    assert found is not None and shown == [chosen]
    style = load_style(chosen)
    assert found.about["fingers"] == list(style.fingers) and found.about["kind"] == style.kind
