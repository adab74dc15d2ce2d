import numpy as np
from tests.manipulate.test_evaluate import TASK, idle

from prehensile.manipulate.judging import LIMITS
from prehensile.manipulate.starting import world_at
from prehensile.stage.shows.learned_figures import FIGURES, learned_figures
from prehensile.stage.shows.learned_hand import LearnedHand


def hand_at(by):
    start = TASK.starts(1, np.random.default_rng(0))
    start = TASK.turned(start, np.array([[0.0, 0.0, by]]))
    return LearnedHand(idle(start), world_at(TASK, start), start)


def test_a_goal_is_judged_from_when_it_is_set():
    hand = hand_at(1.0)
    assert hand.phase == "ready" and hand.quality == 0.0
    for _ in range(12):
        hand.step()
    assert np.isclose(hand.seconds, 0.1) and not hand.outcome.over[0]
    assert np.isclose(hand.off[1], 1.0, atol=0.05) and hand.phase != "ready"
    hand.aim(hand.state.thing[0])
    assert hand.seconds == 0 and hand.cycles == 1
    for _ in range(round(LIMITS["dial"].held / hand.world.timestep)):
        hand.step()
    assert hand.outcome.reached[0] and hand.phase == "holding"
    assert hand.value == 0.0  # at the goal
    reached = hand.seconds
    hand.step()
    assert hand.seconds == reached


def test_figures_are_dashes_until_there_is_a_hand():
    assert {c.value for c in learned_figures(None)} == {"–"}
    told = {c.name: c.value for c in learned_figures(hand_at(1.0))}
    assert len(told) == len(FIGURES) and told["off_now"] == "1.000"
    assert told["strange_now"] == "0.00"  # it begins in the only state that the policy knows
