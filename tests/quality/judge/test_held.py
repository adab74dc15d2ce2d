"""Each clause of *held* fails alone, on a clip that is otherwise held."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.quality.judge.held import judge_held

NAMES = (
    "floor",
    "right/thumb-phalanx-distal",
    "right/index-finger-phalanx-distal",
    "ball",
    "stand",
)
THUMB, INDEX, BALL, STAND = 1, 2, 3, 4
TIME = np.arange(0, 4.01, 0.02)
HELD_FROM = TIME[-1] - 2


def held_clip(
    *,
    lift=0.15,
    slip=lambda t: np.zeros((len(t), 3)),
    turn=lambda t: np.zeros(len(t)),
    contacts=lambda t: [(THUMB, BALL, 5.0, 5e-4), (INDEX, BALL, 5.0, 5e-4)],
    friction=0.8,
    pull=0.0,
    pinch=False,
    names=NAMES,
    hands=("right",),
    facts=None,
    meta=None,
):
    """A ball that rises with the hand during the first second and stays in it; where the contacts
    are matters to nobody, unless they pinch it from both sides.
    """
    spec = HandSpec.mean("right")
    frames = len(TIME)
    rise = lift * np.clip(TIME, 0, 1)
    forearm = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (frames, 1))
    forearm[:, 2] += rise
    ball = np.tile([0.1, 0, 0.25, 1, 0, 0, 0], (frames, 1))
    ball[:, 2] += rise
    ball[:, :3] += slip(TIME)
    angle = turn(TIME)
    ball[:, 3:] = so3.to_quat(so3.exp(angle[:, None] * np.array([0.6, 0, 0.8])))

    def frame(t):
        rows = contacts(t)
        a, b, force, depth = map(np.array, zip(*rows, strict=True)) if rows else [np.zeros(0)] * 4
        normal = np.tile([0.0, 0, 1], (len(rows), 1))
        where, aside = np.zeros((len(rows), 3)), np.array([pull, 0, 0])
        if pinch:
            normal = np.array([[0.0, 1, 0], [0, -1, 0]])
            where = ball[int(np.searchsorted(TIME, t)), :3] - 0.03 * normal
        return ContactFrame(
            a.astype(int), b.astype(int), where, normal, (normal + aside) * force[:, None],
            np.zeros(len(rows)), depth,
        )  # fmt: skip

    bodies = {"ball": {"com": [0.0, 0, 0], "friction": friction, **(facts or {})}}
    return Clip(
        time=TIME,
        hands=tuple(
            HandTrack(
                name=name,
                model=spec.to_json(),
                joint_names=spec.build().joint_names,
                q=np.tile(spec.rest, (frames, 1)),
                T_world_forearm=forearm,
            )
            for name in hands
        ),
        bodies=(
            BodyTrack(
                name="ball",
                vertices=np.eye(3, dtype=np.float32) * 0.03,
                faces=np.array([[0, 1, 2]]),
                pose=ball,
            ),
        ),
        contacts=ContactTrack.from_frames(names, [frame(t) for t in TIME]),
        finger_force=np.zeros((frames, len(hands), 5)),
        palm_force=np.zeros((frames, len(hands))),
        meta={"bodies": bodies, **(meta or {})},
    )


def late(t):
    """0 before the last two seconds, then rising to 1 at the end."""
    return np.clip((t - HELD_FROM) / 2, 0, 1)


def test_a_still_lifted_touched_ball_is_held():
    held = judge_held(held_clip(), "ball")
    assert held.held and held.reason == ""
    assert held.lifted == pytest.approx(0.15)
    assert held.moved == pytest.approx(0, abs=1e-12)
    assert held.turned == pytest.approx(0, abs=1e-7)
    assert held.pressing == pytest.approx(5)
    assert held.penetration == pytest.approx(5e-4)
    assert held.touching == (NAMES[INDEX], NAMES[THUMB])
    assert str(held).startswith("held: yes (lifted 15.0 cm")


ALWAYS = [(THUMB, BALL, 5.0, 5e-4), (INDEX, BALL, 5.0, 5e-4)]
JUST_WITHIN = {
    "lift": {"lift": 0.1201},
    "slip": {"slip": lambda t: late(t)[:, None] * [0.0099, 0, 0]},
    "slip before lift-off": {
        "slip": lambda t: (t < 0.5)[:, None] * [0.05, 0, 0],
        "contacts": lambda t: [*ALWAYS, (BALL, STAND, 1.0, 0)] if t < 0.55 else ALWAYS,
    },
    "put down": {
        "contacts": lambda t: [*ALWAYS, (BALL, STAND, 1.0, 0)] if t > 3.4 else ALWAYS,
        "meta": {"let_go_at": 3.5},
    },
    "whatever follows the order to let go": {
        "contacts": lambda t: ALWAYS if t < 3.2 else [(BALL, STAND, 50.0, 0)],
        "slip": lambda t: (t > 3.15)[:, None] * [0.3, 0, -0.2],
        "meta": {"let_go_at": 3.1},
    },
    "a pull along the cone": {"pull": 0.8 * 1.01},
    "turn": {"turn": lambda t: late(t) * np.radians(14.9)},
    "depth": {"contacts": lambda t: [(THUMB, BALL, 5.0, 1.99e-3), ALWAYS[1]]},
    "depth of another contact": {
        "contacts": lambda t: [*ALWAYS] if t > 1 else [*ALWAYS, (STAND, BALL, 1.0, 0.01)]
    },
    "pressing": {"contacts": lambda t: [(THUMB, BALL, 39.9, 5e-4), ALWAYS[1]]},
    "the stand, but early": {
        "contacts": lambda t: [*ALWAYS, (BALL, STAND, 1.0, 0)] if t < HELD_FROM - 0.1 else ALWAYS
    },
    "a near contact without force": {"contacts": lambda t: [*ALWAYS, (BALL, STAND, 0.0, 0)]},
    "aided, but early": {"facts": {"aided_until": HELD_FROM - 0.1}},
    "released early": {"meta": {"released_at": HELD_FROM - 0.1}},
    "never presented": {"facts": {"aided_until": None}, "meta": {"released_at": None}},
}


@pytest.mark.parametrize("change", JUST_WITHIN.values(), ids=JUST_WITHIN)
def test_within_the_definition(change):
    held = judge_held(held_clip(**change), "ball")
    assert held.held, held.reason


BEYOND = {
    "lift": ({"lift": 0.1199}, "lifted 12.0 cm"),
    "sinks at the end": ({"slip": lambda t: (t > 3.99)[:, None] * [0, 0, -0.05]}, "slipped 50.0"),
    "lifted for a second": ({"slip": lambda t: (t > 2)[:, None] * [0, 0, -0.05]}, "lifted 10.0 cm"),
    "slip before the last two seconds": (
        {"slip": lambda t: (t < HELD_FROM - 0.1)[:, None] * [0.05, 0, 0]},
        "slipped 50.0 mm",
    ),
    "put down too soon": (
        {
            "contacts": lambda t: [*ALWAYS, (BALL, STAND, 1.0, 0)] if t > 1.9 else ALWAYS,
            "meta": {"let_go_at": 3.0},
        },
        "stand touched it too",
    ),
    "told to let go at once": ({"meta": {"let_go_at": 1.5}}, "in the air for 1.5 s"),
    "a pull beyond the cone": ({"pull": 0.8 * 1.03}, "1.03 times as hard as its friction"),
    "slip": ({"slip": lambda t: late(t)[:, None] * [0.0101, 0, 0]}, "slipped 10.1 mm"),
    "slip and back": (
        {"slip": lambda t: np.sin(np.pi * late(t))[:, None] * [0, 0.012, 0]},
        "slipped 12.0 mm",
    ),
    "turn": ({"turn": lambda t: late(t) * np.radians(15.1)}, "turned 15°"),
    "depth": (
        {"contacts": lambda t: [(THUMB, BALL, 5.0, 2.01e-3), ALWAYS[1]]},
        "fingers sank in by 2.0 mm",
    ),
    "pressing": (
        {"contacts": lambda t: [(THUMB, BALL, 41.0, 5e-4), ALWAYS[1]]},
        "a segment pressed with 41 N",
    ),
    "pressing, two contacts of one segment": (
        {"contacts": lambda t: [(THUMB, BALL, 21.0, 5e-4), (THUMB, BALL, 21.0, 5e-4), ALWAYS[1]]},
        "a segment pressed with 42 N",
    ),
    "friction": ({"friction": 0.81}, "friction is 0.81, more than 0.8"),
    "friction unknown": ({"friction": None}, "friction is not known"),
    "the stand": ({"contacts": lambda t: [*ALWAYS, (BALL, STAND, 0.01, 0)]}, "stand touched it"),
    "lost at the end": (
        {"contacts": lambda t: ALWAYS if t < 3.99 else []},
        "the hand does not touch it",
    ),
    "no contacts at all": ({"contacts": lambda t: []}, "the hand does not touch it"),
    "not even a name": (
        {"contacts": lambda t: [], "names": ("floor",)},
        "the hand does not touch it",
    ),
    "presented until late": ({"facts": {"aided_until": HELD_FROM + 0.1}}, "presented or pulled"),
    "released late": ({"meta": {"released_at": HELD_FROM + 0.1}}, "presented or pulled"),
}


@pytest.mark.parametrize(("change", "why"), BEYOND.values(), ids=BEYOND)
def test_each_clause_fails_alone(change, why):
    held = judge_held(held_clip(**change), "ball")
    assert not held.held
    assert why in held.reason
    assert str(held) == f"held: no ({held.reason})"


def test_two_segments_share_the_force():
    rows = [(THUMB, BALL, 30.0, 5e-4), (INDEX, BALL, 30.0, 5e-4)]
    assert judge_held(held_clip(contacts=lambda t: rows), "ball").held


def test_hands_by_name():
    clip = held_clip(hands=("left", "right"))
    assert judge_held(clip, "ball", "right").held
    assert "does not touch" in judge_held(clip, "ball").reason  # the first hand is the left
    other = ("floor", "left/wrist", "right/index-finger-phalanx-distal", "ball", "stand")
    mixed = held_clip(hands=("left", "right"), names=other)
    assert "left/wrist touched it too" in judge_held(mixed, "ball", "right").reason


def test_a_hand_whose_name_begins_like_another_is_another():
    names = ("floor", "right2/wrist", "right/index-finger-phalanx-distal", "ball", "stand")
    held = judge_held(held_clip(names=names), "ball")
    assert "right2/wrist touched it too" in held.reason


def test_unknown_names_and_no_hands():
    clip = held_clip()
    with pytest.raises(UnknownNameError, match="ball"):
        judge_held(clip, "mug")
    with pytest.raises(UnknownNameError, match="right"):
        judge_held(clip, "ball", "left")
    with pytest.raises(InputError, match="no hand"):
        judge_held(held_clip(hands=()), "ball")


def test_the_centre_of_mass_moves_when_the_object_turns_about_its_origin():
    turn = {"turn": lambda t: late(t) * np.radians(14)}
    far = judge_held(held_clip(**turn, facts={"com": [0.0, 0.1, 0.0]}), "ball")
    assert "slipped" in far.reason
    assert judge_held(held_clip(**turn), "ball").held


def test_the_verdict_says_the_same_with_units():
    held = judge_held(held_clip(slip=lambda t: np.outer(t > 3, [0.004, 0, 0])), "ball")
    verdict = held.verdict
    assert verdict.ok and str(verdict) == str(held) and verdict.advice == ""
    lifted, moved = verdict.figures["lifted"], verdict.figures["moved in the palm"]
    assert (lifted.value, lifted.unit) == (pytest.approx(15.0), "cm")
    assert (moved.value, moved.unit) == (pytest.approx(4.0), "mm")
    assert verdict.figures["segments touching"] == (2, "")


@pytest.mark.parametrize(
    ("mass", "advice"),
    [(1.0, "grip harder: with 37 N or more; it was gripped with 10.0 N"), (0.1, "another seed")],
)
def test_what_slips_out_of_a_weak_grip_is_to_be_gripped_harder(mass, advice):
    def slip(t):
        return np.outer(np.maximum(t - 2.5, 0), [0.1, 0, 0])

    phases = {"phases": [["squeeze", 0.0, 1.0]]}
    clip = held_clip(slip=slip, facts={"mass": mass}, meta=phases, pinch=True)
    verdict = judge_held(clip, "ball").verdict
    assert not verdict.ok and "slipped" in verdict.reason
    assert advice in verdict.advice


def test_a_clip_that_knows_no_weight_gives_no_advice_on_the_grip():
    held = judge_held(held_clip(lift=0.05), "ball")
    assert not held.held and held.verdict.advice == ""


def test_fingers_that_sink_in_are_to_grip_less_hard():
    clip = held_clip(contacts=lambda t: [(THUMB, BALL, 5.0, 4e-3), (INDEX, BALL, 5.0, 5e-4)])
    assert judge_held(clip, "ball").verdict.advice == "grip less hard"
