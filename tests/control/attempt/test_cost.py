"""What planning costs: the play that is shown apart, those that failed included."""

import time

import pytest

from prehensile.control.attempt.cost import cost_counted, cpu_seconds, note_held, note_play


def burn(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def play(seconds: float, **meta: object) -> dict[str, object]:
    began = cpu_seconds()
    burn(seconds)
    note_play(meta, began)
    return meta


def test_the_clock_counts_work_and_not_sleep() -> None:
    began = cpu_seconds()
    time.sleep(0.1)
    slept = cpu_seconds() - began
    burn(0.1)
    assert slept < 0.09 < cpu_seconds() - began


def test_plays_are_counted_and_the_shown_one_left_out() -> None:
    with cost_counted() as cost:
        burn(0.1)
        shown = play(0.3, style="tripod", on="table", played=1)
        play(0.1, style="tripod", on="table", played=2)
    play(0.2, style="tripod", on="table", played=1)  # nobody asks
    assert len(cost.plays) == 2
    assert cost.of_play(shown) == pytest.approx(0.3, abs=0.1)
    assert cost.of_planning(shown) == pytest.approx(0.2, abs=0.1)
    assert cost.of_play({"style": "disk"}) == 0.0


@pytest.mark.parametrize("first", [True, False])
def test_the_first_play_alone_says_whether_the_first_held(first):
    with cost_counted() as cost:
        assert not cost.first_held
        for held in (first, not first, not first):
            note_play({"style": "disk"}, cpu_seconds())
            note_held(held)
    assert cost.first_held is first and len(cost.plays) == 3
