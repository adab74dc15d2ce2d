"""One example, many objects: held through a lift and a shake."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.attempt import like_example
from prehensile.control.attempt.attempt import Ask, Attempt, Tuning
from prehensile.control.attempt.job import Judged
from prehensile.control.attempt.kept_plans import planned_anew
from prehensile.control.attempt.like_example import grasp_like
from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.attempt.search import grasp_any_way
from prehensile.control.attempt.turns import of_style
from prehensile.control.example.style import load_style
from prehensile.control.grasp import grasp
from prehensile.control.place.candidate import Candidate
from prehensile.errors import InputError, PrehensileError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.verdict import Verdict
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
    monkeypatch.setattr("prehensile.control.attempt.search.grasp_like_any", lambda *a, **k: None)
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
def counted(monkeypatch, tmp_path):
    """Grasps whose parts only say what they are; what was rehearsed and what was played."""
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    done = SimpleNamespace(rehearsed=[], came=[], played=[], fails=set(), knocked=set())
    ways = [_way("a", 1.0), _way("b", 2.0), _way("c", 3.0)]

    def rehearse(obj, hand, style, candidate, *rest, come=False, shake=False):
        (done.came if come else done.rehearsed).append((obj.name, candidate.pose))
        steady = not (come and candidate.pose in done.knocked)
        return Rehearsal(steady, True, True, candidate.score, ("not as a person would",))

    def played(play, obj, candidate, about, sought):
        done.played.append(candidate.pose)
        well = (candidate.pose, about["on"]) not in done.fails
        judged = Judged(Verdict(well, "", "", "", {}), 1.0, well, 0.0)
        return Attempt(candidate, replace(CLIP, meta=about), judged)

    def rank(attempt):
        return attempt.managed, attempt.judged.half_done, 1.0, attempt.candidate.score

    monkeypatch.setattr(of_style, "style_candidates", lambda *_, **__: ways)
    monkeypatch.setattr(of_style, "rehearse", rehearse)
    monkeypatch.setattr(like_example, "example_play", lambda *_, **__: None)
    monkeypatch.setattr(like_example, "played", played)
    monkeypatch.setattr("prehensile.control.attempt.attempt.rank", rank)
    return done


CLIP = Clip(np.zeros(1), (), (), ContactTrack.empty(1), np.zeros((1, 0, 5)), np.zeros((1, 0)), {})


def _way(pose, score, need=1.0):
    """One that promises to look well: every digit presses, the forearm comes from the person."""
    q, T = np.linspace(0, 0.5, HAND.dof), np.eye(4)
    T[:3, :3] = so3.exp([0.0, 0.0, np.pi / 2])
    return Candidate(pose, q, q, q, T, T, q[:3], score, 3, q, q > -1, 0.001, need)


def test_what_was_found_is_played_at_once_whoever_asks(counted):
    for ask in (Ask(), Ask(), Ask(progress=lambda *_: None, tell=print)):
        found = grasp_like(STYLE, load_object("ball"), HandSpec.mean().build(), ask)
        assert found is not None and found.candidate.pose == "c"
        assert (found.clip.meta["rehearsed"], found.clip.meta["played"]) == (3, 1)
    assert [name for _, name in counted.rehearsed] == ["a", "b", "c"]
    assert counted.played == ["c"] * 3


def test_other_things_seeds_and_grips_are_planned_anew(counted):
    obj = load_object("ball")
    for ask in (Ask(), Ask(seed=1), Ask(grip=9.0), Ask(tries=3), Ask(hold=9.0), Ask(shake=True)):
        grasp_like(STYLE, obj, HAND, ask)
    grasp_like(STYLE, obj, HAND, Ask(), "post")
    grasp_like(STYLE, obj.with_mass(0.2), HAND, Ask())
    grasp_like(STYLE, obj, HandSpec.mean("left").build(), Ask())
    grasp_like(load_style("leap_pinch").on(HAND), obj, HAND, Ask())
    assert len(counted.rehearsed) == 3 * 10


def test_plays_that_failed_are_not_played_again(counted):
    counted.fails = {("c", "table"), ("b", "table")}
    for played in (["c", "b", "a"], ["a"]):
        counted.played.clear()
        found = grasp_like(STYLE, load_object("ball"), HAND, Ask())
        assert found is not None and found.candidate.pose == "a"
        assert found.clip.meta["played"] == 3 and counted.played == played


def test_what_cannot_be_taken_from_the_table_is_known_to_be_taken_from_the_post(counted):
    counted.fails = {(pose, "table") for pose in "abc"}
    for played in (["c", "b", "a", "c"], ["c"]):
        counted.played.clear()
        found = grasp_any_way(load_object("ball"), HAND, [STYLE], Ask(seed=1), None, None)
        assert found.clip.meta["on"] == "post" and counted.played == played
    assert len(counted.rehearsed) == 6


def test_within_planned_anew_nothing_is_remembered(counted):
    for _ in range(2):
        with planned_anew():
            grasp_like(STYLE, load_object("ball"), HAND, Ask())
    assert len(counted.rehearsed) == 6


def test_whoever_waits_is_told_how_many_ways_were_tried_and_the_best_so_far(counted):
    said = []
    grasp_like(STYLE, load_object("ball"), HAND, Ask(tell=said.append))
    assert said == [
        "1 way tried, 1 would hold; best so far: a (steady)",
        "2 ways tried, 2 would hold; best so far: b (steady)",
        "3 ways tried, 3 would hold; best so far: c (steady)",
    ]


@pytest.mark.parametrize(
    ("went", "count"),
    [
        ("OOOOOOOO", 6),  # six that hold from outside
        ("-H-OIHO---", 6),  # two that look human
        ("-I-OO-OOOO-O---", 10),
        ("-" * 20, 10),  # ten one after the other that do not
        ("-----I---------O" + "-" * 9, 25),
        ("O" + "-" * 20, 11),
    ],
)
def test_rehearsals_end_when_enough_hold_or_too_many_do_not(monkeypatch, counted, went, count):
    each = iter(went)
    ways = [_way(str(k), -float(k)) for k in range(len(went))]

    def rehearse(obj, hand, style, candidate, *rest, come=False, shake=False):
        how = went[int(candidate.pose)] if come else next(each)
        wrong = () if how == "H" else ("not as a person would",)
        lifted = how != "-"
        return Rehearsal(how in "OIH", True, how != "I", candidate.score, wrong, lifted)

    monkeypatch.setattr(of_style, "style_candidates", lambda *_, **__: ways)
    monkeypatch.setattr(of_style, "rehearse", rehearse)
    counted.fails = {(way.pose, "table") for way in ways}
    found = grasp_like(STYLE, load_object("ball"), HAND, Ask())
    assert found is not None and found.clip.meta["rehearsed"] == count
    held = [k for k, how in enumerate(went[:count]) if how != "-"]
    best = sorted(held, key=lambda k: (went[k] == "I", went[k] != "H", k))[:3]
    assert counted.played == [str(k) for k in best or [0]], "what was not lifted is hardly played"


@pytest.mark.parametrize(("held", "count"), [("", 14), ("0 1", 10), ("11", 16), ("11 12", 13)])
def test_what_no_force_could_hold_is_tried_where_nothing_else_held(
    monkeypatch, counted, held, count
):
    ways = [_way(str(k), -float(k), np.inf if k >= 10 else 1.0) for k in range(20)]

    def rehearse(obj, hand, style, candidate, *rest, come=False, shake=False):
        steady = candidate.pose in held.split()
        return Rehearsal(steady, True, True, candidate.score, ("not as a person would",), steady)

    monkeypatch.setattr(of_style, "style_candidates", lambda *_, **__: ways)
    monkeypatch.setattr(of_style, "rehearse", rehearse)
    found = grasp_like(STYLE, load_object("ball"), HAND, Ask())
    assert found is not None and found.clip.meta["rehearsed"] == count
    assert found.candidate.pose == (held or "0").split()[0]


@pytest.mark.parametrize(
    ("knocked", "came", "first"),
    [("", "c", "c"), ("c", "cb", "b"), ("cb", "cba", "a"), ("cba", "cba", "c")],
)
def test_what_is_knocked_over_on_the_way_in_is_played_last(counted, knocked, came, first):
    counted.knocked = set(knocked)
    grasp_like(STYLE, load_object("ball"), HAND, Ask())
    assert "".join(pose for _, pose in counted.came) == came
    assert counted.played[0] == first


@pytest.fixture
def went(monkeypatch):
    """Styles whose rehearsals go as told; the list of those that are played, which all manage."""
    told, shown = {}, []

    def rehearse(obj, hand, style, *rest, come=False, shake=False):
        return told[style.name]

    def played(play, obj, candidate, about, sought):
        shown.append(about["style"])
        clip = SimpleNamespace(meta=about)
        return SimpleNamespace(managed=True, met=True, settled=True, human=True, clip=clip)

    monkeypatch.setattr(of_style, "style_candidates", lambda *_, **__: [_way("a", 1.0)])
    monkeypatch.setattr(of_style, "rehearse", rehearse)
    monkeypatch.setattr(like_example, "example_play", lambda *_, **__: None)
    monkeypatch.setattr(like_example, "played", played)
    return told, shown


WELL, FAULTY = Rehearsal(True, True, True, 1.0), Rehearsal(True, True, True, 1.0, ("fingers",))
WORSE, BLEW_UP = Rehearsal(True, True, True, 5.0, ("fingers", "thumb")), None
FALLEN = Rehearsal(False, False, True, 9.0, lifted=False)
STYLES = [load_style(name).on(HAND) for name in ("tripod", "tip_pinch", "leap_grab")]


@pytest.mark.parametrize(
    ("rehearsals", "chosen"),
    [
        ((WELL, WELL, WELL), "tripod"),
        ((FAULTY, WELL, WELL), "tip_pinch"),
        ((BLEW_UP, FALLEN, WELL), "leap_grab"),
        ((FAULTY, WORSE, BLEW_UP), "tripod"),
        ((FALLEN, FAULTY, FALLEN), "tip_pinch"),
    ],
)
def test_a_style_that_fails_or_looks_wrong_gives_way_to_the_next(went, rehearsals, chosen):
    told, shown = went
    told |= {style.name: r for style, r in zip(STYLES, rehearsals, strict=True)}
    found = like_example.grasp_like_any(STYLES, load_object("ball"), HAND, Ask())
    assert found is not None and shown == [chosen]
    style, meta = load_style(chosen), found.clip.meta
    assert meta["fingers"] == list(style.fingers) and meta["kind"] == style.kind


@pytest.mark.parametrize(("show", "shown_then"), [(True, ["tripod"]), (False, [])])
def test_what_no_rehearsal_lifted_is_played_only_to_show_it(went, show, shown_then):
    told, shown = went
    told |= {style.name: FALLEN for style in STYLES}
    found = like_example.grasp_like_any(STYLES, load_object("ball"), HAND, Ask(), show=show)
    assert shown == shown_then and (found is not None) == show


@pytest.mark.parametrize(
    ("last", "chosen"), [(WELL, "leap_grab"), (WELL._replace(serves=False), "tripod")]
)
def test_at_a_handle_faults_go_before_another_place_and_behind_what_looks_well(went, last, chosen):
    told, shown = went
    told |= {"tripod": FAULTY, "leap_grab": last}
    found = like_example.grasp_like_any(STYLES[::2], load_object("mug"), HAND, Ask())
    assert found is not None and shown == [chosen]


def test_what_lies_nearest_to_the_handle_is_played_where_nothing_lies_on_it(went):
    told, shown = went
    aside = WELL._replace(serves=False, missed=2.0)
    told |= {"tripod": aside, "leap_grab": aside._replace(missed=1.2)}
    found = like_example.grasp_like_any(STYLES[::2], load_object("mug"), HAND, Ask())
    assert found is not None and shown == ["leap_grab"]
