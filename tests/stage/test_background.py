"""Work beside the simulation."""

import threading

from prehensile.errors import InputError
from prehensile.stage.background import Background


def finished(work):
    background = Background(work)
    background._thread.join(10)
    assert background.done
    return background


def test_the_result_is_there_when_it_is_done():
    may_end = threading.Event()
    background = Background(lambda check: may_end.wait(10) and 42)
    assert not background.done and background.result is None
    may_end.set()
    background._thread.join(10)
    assert (background.done, background.result, background.error) == (True, 42, None)


def test_what_goes_wrong_is_kept():
    def work(check):
        raise InputError("no way to do it.")

    background = finished(work)
    assert background.result is None and str(background.error) == "no way to do it."


def test_work_that_takes_turns_does_so_and_what_nobody_wants_is_not_begun():
    turn, may_end, did = threading.Lock(), threading.Event(), []

    def work(name):
        return lambda check: (did.append(name), may_end.wait(10))

    first, second, third = (Background(work(k), turn) for k in range(3))
    second.cancel()
    assert did in ([], [0])
    may_end.set()
    for background in (first, second, third):
        background._thread.join(10)
        assert background.done
    assert did == [0, 2] and second.result is None


def test_work_that_nobody_wants_ends_where_it_may():
    begun, went_on = threading.Event(), []

    def work(check):
        begun.set()
        while True:
            check("any", "words")
            went_on.append(1)

    background = Background(work)
    assert begun.wait(10)
    background.cancel()
    background._thread.join(10)
    assert background.done and background.result is None and background.error is None
