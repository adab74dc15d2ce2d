"""Which steps are done, and which one runs."""

import pytest

from prehensile.stage.progress import Progress


@pytest.fixture
def progress():
    return Progress()


def states(progress, second_can_begin=True):
    steps = (progress.step("a", "A", "…"), progress.step("b", "B", "…", second_can_begin))
    return [s.state for s in steps]


def test_from_ready_over_running_to_done(progress):
    assert states(progress) == ["ready", "ready"]
    progress.begin("a")
    assert states(progress) == ["running", "locked"]
    progress.end()
    assert states(progress) == ["done", "ready"] and progress.is_done("a")
    progress.begin("a")  # once more
    assert states(progress) == ["running", "locked"] and not progress.is_done("a")


def test_what_came_to_nothing_can_be_pressed_again(progress):
    progress.begin("a")
    progress.fail()
    assert states(progress) == ["ready", "ready"]


def test_a_step_waits_for_what_it_needs(progress):
    assert states(progress, second_can_begin=False) == ["ready", "locked"]
    assert progress.step("b", "B", "It goes.", False, "Go first.").hint == "Go first."
    assert progress.step("b", "B", "It goes.", True, "Go first.").hint == "It goes."


def test_a_reset_forgets_all(progress):
    progress.begin("a")
    progress.end()
    progress.begin("b")
    progress.reset()
    assert states(progress) == ["ready", "ready"] and progress.running == ""


def test_ending_nothing_does_nothing(progress):
    progress.end()
    assert states(progress) == ["ready", "ready"]
