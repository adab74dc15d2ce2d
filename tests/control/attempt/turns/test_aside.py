"""What nearly held, and what is a little to the side of it."""

from dataclasses import replace

import numpy as np
import pytest
from tests.control.attempt.test_plan import some_way

from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.attempt.turns.aside import (
    NEAR,
    SHIFT,
    STEPS,
    TURN,
    a_little_aside,
    after,
    moved,
    nearly_held,
)
from prehensile.lie import se3


def some_place(rng):
    """A candidate of any numbers, its hand somewhere."""
    palm, forearm = se3.exp(rng.normal(size=(2, 6)))
    return replace(some_way(rng), T_object_palm=palm, T_object_forearm=forearm)


def went(off, *faults, pushed=(), **how):
    return Rehearsal(
        False, how.pop("asked", True), True, 0.0, faults, off=off, pushed=pushed, **how
    )


def test_the_nearest_is_what_has_fewest_faults_beside_lying_unstill(rng):
    way = some_place(rng)
    near = went(1.4, "undisturbed")
    tried = [(went(1.2, "thumb"), way), (near, way), (went(1.6), way)]
    assert nearly_held(tried)[0] is near


@pytest.mark.parametrize(
    "how", [{"lifted": False}, {"asked": False}, {"off": NEAR}, {"off": np.inf}]
)
def test_what_is_far_off_is_not_near(rng, how):
    one = went(**({"off": 1.1} | how))
    assert nearly_held([(one, some_way(rng))]) is None


def test_what_lies_nearly_on_the_handle_is_near(rng):
    one = went(1.3, serves=False, missed=1.3)
    assert nearly_held([(one, some_way(rng))]) is not None


def test_the_hand_goes_to_where_it_pushed_the_object(rng):
    """Where the object was in the closed hand, there it is in the next one before it closes."""
    way = some_place(rng)
    pushed = se3.exp(np.array([0.01, -0.004, 0.0, 0.0, 0.0, 0.2]))
    then = after(went(1.1, pushed=tuple(se3.to_pose7(pushed))), way)
    in_closed_hand = se3.inverse(way.T_object_palm) @ pushed
    np.testing.assert_allclose(se3.inverse(then.T_object_palm), in_closed_hand, atol=1e-12)
    assert after(went(1.1), way) is way, "nobody knows where to"


def test_steps_are_small_and_carry_the_forearm_along(rng):
    way, steps = some_place(rng), []
    for _ in range(400):
        then = moved(way, rng)
        T = se3.inverse(way.T_object_palm) @ then.T_object_palm
        steps.append(se3.log(T))
        wrist = se3.inverse(then.T_object_palm) @ then.T_object_forearm
        before = se3.inverse(way.T_object_palm) @ way.T_object_forearm
        np.testing.assert_allclose(wrist, before, atol=1e-12)
    spread = np.std(steps, axis=0)
    np.testing.assert_allclose(spread, 3 * [SHIFT] + 3 * [TURN], rtol=0.15)


def test_every_step_is_from_the_best_so_far_and_there_are_few(rng):
    way, seen = some_place(rng), []
    offs = iter([1.5, 1.3, np.inf, 1.6, 1.1, 1.2])

    def once(candidate):
        seen.append(candidate)
        return went(next(offs))

    tried = list(a_little_aside((went(1.4), way), once, np.random.default_rng(0)))
    assert len(tried) == STEPS == len(seen)
    away = [
        [np.linalg.norm(one.T_object_palm[:3, 3] - other.T_object_palm[:3, 3]) for other in seen]
        for one in seen
    ]
    assert seen[0] is way
    assert max(away[1][2], away[1][3], away[1][4], away[4][5]) < 5 * SHIFT


def test_what_blew_up_is_passed_over(rng):
    way = some_place(rng)
    assert not list(a_little_aside((went(1.4), way), lambda _: None, rng))
