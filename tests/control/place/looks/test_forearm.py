"""Forearms behind a palm: the rubric's own judgement is the oracle."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.place.approach import wrists
from prehensile.control.place.looks.forearm import WITHIN, Forearms, comes_easily, from_the_person
from prehensile.hand.hand import Hand
from prehensile.lie import se3, so3
from prehensile.quality.judge.likeness import PERSON, forearm_from_the_person

HAND = Hand()
WRISTS = wrists(HAND)
UP, TO_PERSON = np.array([0.0, 0.0, 1.0]), np.array(PERSON)
FOREARMS = Forearms(HAND, WRISTS, UP, TO_PERSON)


def palms(count, seed=0):
    T = np.tile(np.eye(4), (count, 1, 1))
    T[:, :3, :3] = so3.exp(np.random.default_rng(seed).normal(size=(count, 3)) * 2)
    return T


def judged(T_world_forearm):
    """What the rubric measures of a clip with this forearm (4, 4)."""
    track = SimpleNamespace(T_world_forearm=se3.to_pose7(T_world_forearm)[None])
    return forearm_from_the_person(SimpleNamespace(track=track, frame=0))


def test_what_is_called_easy_is_so_by_the_rubric_and_what_is_well_within_is_called_so():
    said = {True: 0, False: 0}
    for T in palms(400):
        item = judged(T)
        below, aside = (figure.value for figure in item.figures.values())
        easy = bool(from_the_person(-T[:3, 0], UP, TO_PERSON))
        assert item.ok or not easy
        assert easy or not (below < 15 - 1.01 * WITHIN and aside < 80 - 1.01 * WITHIN)
        said[easy] += 1
    assert min(said.values()) > 50


def test_the_easiest_wrist_is_one_the_rubric_likes_and_none_before_it_is_straighter():
    straightened = 0
    for T in palms(60, seed=1):
        order = FOREARMS.easiest_first(T)
        assert sorted(map(id, order)) == sorted(map(id, WRISTS))
        fine = [
            judged(T @ w.T_palm_forearm).ok and (np.abs(np.degrees(w.angles)) <= [45, 20]).all()
            for w in WRISTS
        ]
        easy = FOREARMS.at_ease(T)
        assert not (easy & ~np.array(fine)).any()
        if easy.any():
            assert order[0] is WRISTS[int(easy.argmax())], "the least bent of them"
            straightened += not easy[0]
    assert straightened > 5, "bending the wrist helps some of them"


def test_a_palm_from_the_person_is_worth_more_than_one_from_the_far_side():
    near, far = np.eye(4), np.eye(4)
    near[:3, :3] = so3.exp([0.0, 0.0, np.pi / 2])  # fingers point away from the person
    far[:3, :3] = so3.exp([0.0, 0.0, -np.pi / 2])
    worth = FOREARMS.worth(np.stack([near, far]))
    assert worth[0] == pytest.approx(0.0, abs=1e-9) and worth[1] < -2


def test_the_same_holds_of_an_object_that_stands_turned():
    turn = so3.exp([0.3, -0.7, 1.1])
    turned = Forearms(HAND, WRISTS, turn @ UP, turn @ TO_PERSON)
    T = palms(30, seed=2)
    moved = T.copy()
    moved[:, :3, :3] = turn @ T[:, :3, :3]
    np.testing.assert_allclose(turned.worth(moved), FOREARMS.worth(T), atol=1e-9)


def test_a_candidates_wrist_counts_too():
    away = np.eye(4)
    away[:3, :3] = so3.exp([0.0, 0.0, np.pi / 2])
    q = np.zeros(HAND.dof)
    for degrees, easy in ((0, True), (-40, True), (50, False)):
        q[HAND.joint_index("wrist_flex")] = np.radians(degrees)
        candidate = SimpleNamespace(q_open=q, T_object_forearm=away)
        assert comes_easily(candidate, HAND, UP, TO_PERSON) is easy
    candidate = SimpleNamespace(q_open=0 * q, T_object_forearm=np.eye(4))
    assert not comes_easily(candidate, HAND, UP, TO_PERSON), "abeam"
