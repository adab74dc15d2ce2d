"""Seats, roles, and what each page is still to be sent."""

import asyncio

import pytest

from prehensile.stage import messages as m
from prehensile.stage.audience import MOST_UNREAD, Audience
from prehensile.stage.wire import decode, encode


@pytest.fixture
def audience():
    """On a loop that runs only when a test lets it."""
    loop = asyncio.new_event_loop()
    yield Audience(loop, (m.SceneTitle("a", "A", "…"),))
    loop.close()


def heard(audience, seat):
    """Messages that wait for a page, after the loop had its turn."""
    audience._loop.run_until_complete(asyncio.sleep(0))
    found = [decode(data, m.SERVER_MESSAGES) for data in seat.unread]
    seat.unread.clear()
    return found


def notice(text):
    return encode(m.Notice("info", text))


def test_a_newcomer_hears_the_present_state_in_order(audience):
    audience.scene_began([notice("opening")], b"first frame")
    audience.changed("steps", notice("old steps"))
    audience.changed("steps", notice("steps"))
    audience.changed("verdict", notice("verdict"))
    audience.changed("recording", notice("recording"))
    audience.frame(b"newest frame")
    heard(audience, audience.enter())
    seat = audience.enter()
    hello, *kept, role = heard(audience, seat)
    assert isinstance(hello, m.Hello) and hello.protocol == m.PROTOCOL and not hello.driving
    assert [x.text for x in kept] == ["opening", "steps", "verdict", "recording"]
    assert role == m.Role(driving=False, watchers=1)
    assert seat.newest == b"newest frame"


def test_another_scene_forgets_the_state_of_the_last_but_not_the_recording(audience):
    for topic in ("controls", "steps", "verdict", "recording"):
        audience.changed(topic, notice(topic))
    audience.scene_began([notice("opening")], b"frame")
    audience._loop.run_until_complete(asyncio.sleep(0))
    _, *kept, _ = heard(audience, audience.enter())
    assert [x.text for x in kept] == ["opening", "recording"]


def test_an_answer_reaches_one_page_and_a_word_to_all_reaches_all(audience):
    one, other = audience.enter(), audience.enter()
    heard(audience, one), heard(audience, other)
    audience.answer(one.number, notice("for one"))
    audience.tell(notice("for all"))
    audience.answer(99, notice("for nobody"))
    assert [x.text for x in heard(audience, one)] == ["for one", "for all"]
    assert [x.text for x in heard(audience, other)] == ["for all"]


def test_who_watched_longest_drives_next(audience):
    drivers = []
    audience.on_driver_change = drivers.append
    first, second, third = (audience.enter() for _ in range(3))
    assert not audience.take_over(third)
    audience.leave(first)
    assert second.driving and not third.driving and audience.seats == 2
    assert drivers == [first.number, second.number]
    assert heard(audience, third)[-1] == m.Role(driving=False, watchers=1)


def test_a_page_that_does_not_read_is_sent_away(audience):
    seat = audience.enter()
    while not seat.leaving:
        seat.put(b"x")
    assert len(seat.unread) == MOST_UNREAD
    audience._loop.run_until_complete(asyncio.wait_for(seat.serve(None), 1))


def test_of_frames_only_the_newest_is_sent_after_all_else(audience):
    seat, sent = audience.enter(), []

    async def send(data):
        sent.append(data)
        if data == b"newest":
            seat.leaving = True

    for frame in (b"old", b"newest"):
        audience.frame(frame)
    audience.tell(b"word")
    audience._loop.run_until_complete(asyncio.sleep(0))
    audience._loop.run_until_complete(asyncio.wait_for(seat.serve(send), 1))
    assert sent[-2:] == [b"word", b"newest"] and b"old" not in sent
