"""The state machine of Figure 3: its blends, its order, hysteresis and the release."""

import numpy as np
import pytest

from prehensile.control.example.states import Distances, GraspStates, State
from prehensile.errors import InputError

AT = Distances(close=0.05, open=0.3, touch=0.001, band=0.005)


def blend_at(*distances, released=False, alpha=0.0, **options):
    machine = GraspStates(AT, **options)
    for d in distances[:-1]:
        machine.update(d)
    if released:
        machine.release()
    machine.update(distances[-1])
    return machine.state, machine.blend(alpha)


FIGURE_3 = [
    # the way, released before its last step, state, B
    ((0.4,), False, State.NEUTRAL, [1, 0, 0, 0, 0, 0]),
    ((0.4, 0.2), False, State.OPENING_I, [0.6, 0.4, 0, 0, 0, 0]),
    ((0.4, 0.2, 0.02), False, State.CLOSING, [0, 0.4, 0.6, 0, 0, 0]),
    ((0.4, 0.2, 0.02, 0.0), False, State.GRIPPING, [0, 0, 1, 0, 0, 0]),
    ((0.4, 0.2, 0.02, 0.0, 0.0), True, State.RELEASING, [0, 0, 0, 1, 0, 0]),
    ((0.02, 0.0, 0.02), True, State.OPENING_II, [0, 0, 0, 0.6, 0.4, 0]),
    ((0.02, 0.0, 0.1), True, State.RELAXING, [0, 0, 0, 0, 0.8, 0.2]),
    ((0.02, 0.0, 0.5), True, State.NEUTRAL_II, [0, 0, 0, 0, 0, 1]),
]


@pytest.mark.parametrize(("way", "released", "state", "blend"), FIGURE_3)
def test_figure_3(way, released, state, blend):
    found, B = blend_at(*way, released=released)
    assert found == state
    np.testing.assert_allclose(B, blend, atol=1e-12)


def test_all_eight_states_are_in_the_figure():
    assert {state for _, _, state, _ in FIGURE_3} == set(State)


def test_grip_strength_extrapolates():
    _, B = blend_at(0.0, alpha=0.5)  # (15), (16)
    np.testing.assert_allclose(B, [0, -0.5, 1.5, 0, 0, 0])


def test_grip_strength_counts_while_gripping_only():
    _, B = blend_at(0.02, alpha=0.5)
    np.testing.assert_allclose(B, [0, 0.4, 0.6, 0, 0, 0])


def test_held_open_as_in_section_7():
    state, B = blend_at(0.02, held_open=True)
    assert state == State.CLOSING
    np.testing.assert_allclose(B, [0, 1, 0, 0, 0, 0])


@pytest.mark.parametrize("way", [(0.4, 0.0), (0.04, 0.0), (0.0,), (-0.002,)])
def test_a_quick_hand_skips_no_state_and_arrives(way):
    assert blend_at(*way)[0] == State.GRIPPING


def test_noise_at_a_border_does_not_chatter(rng):
    for border, inside in ((0.3, State.OPENING_I), (0.05, State.CLOSING), (0.001, State.GRIPPING)):
        machine = GraspStates(AT)
        machine.update(border - 0.0005)
        assert machine.state == inside
        for d in border + rng.uniform(-0.004, 0.004, 200):
            machine.update(d)
            assert machine.state == inside


def test_a_hand_that_turns_back_goes_back():
    machine = GraspStates(AT)
    assert machine.update(0.02) == State.CLOSING
    assert machine.update(0.1) == State.OPENING_I
    assert machine.update(0.5) == State.NEUTRAL


def test_distance_alone_never_releases():
    machine = GraspStates(AT)
    for d in (0.0, 0.1, 0.5, 0.0, 1.0):
        machine.update(d)
        assert machine.state <= State.GRIPPING


def test_blends_sum_to_one_and_are_continuous(rng):
    ways = np.concatenate([np.linspace(0.4, 0, 4001), np.linspace(0, 0.4, 4001)])
    machine, last = GraspStates(AT), np.eye(6)[0]
    for k, d in enumerate(ways):
        if k == 4001:
            machine.release()
            last = machine.blend()
        machine.update(d)
        B = machine.blend()
        assert B.sum() == pytest.approx(1)
        assert np.abs(B - last).max() < 0.15  # at a border by the hysteresis
        last = B


def test_reset_begins_anew():
    machine = GraspStates(AT)
    machine.update(0.0)
    machine.release()
    machine.reset()
    assert machine.state == State.NEUTRAL
    np.testing.assert_array_equal(machine.blend(), np.eye(6)[0])


def test_not_a_number():
    with pytest.raises(InputError, match="distance"):
        GraspStates().update(float("nan"))


@pytest.mark.parametrize("wrong", [{"close": 0.4}, {"touch": 0.06}, {"band": -1}, {"close": -1}])
def test_distances_refused(wrong):
    with pytest.raises(InputError, match="touch < close < open"):
        Distances(**wrong)
