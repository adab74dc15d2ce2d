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
    audience.leave(first)
    assert second.driving and not third.driving and audience.seats == 2
    assert drivers == [first.number, second.number]
    assert heard(audience, third)[-1] == m.Role(driving=False, watchers=1)


@pytest.fixture
def asked(audience, monkeypatch):
    """A driver and two watchers, of whom the last asks to drive; answers are due soon."""
    monkeypatch.setattr("prehensile.stage.audience.ANSWER_SECONDS", 0.05)
    seats = [audience.enter() for _ in range(3)]
    for seat in seats:
        heard(audience, seat)
    assert audience.ask_to_drive(seats[2]) == ""
    return seats


def test_driver_and_asker_are_told_of_the_question_and_the_others_are_not(audience, asked):
    driver, other, asker = asked
    question = m.TakeOverAsked(asker.number, 0.05)
    assert heard(audience, driver) == heard(audience, asker) == [question]
    assert heard(audience, other) == []
    assert audience.ask_to_drive(asker) == ""  # asked again, nothing happens
    assert "another page has asked" in audience.ask_to_drive(other)
    assert heard(audience, driver) == [] and driver.driving


def test_without_an_answer_the_asker_drives_and_the_other_is_told(audience, asked):
    driver, _, asker = asked
    drivers = []
    audience.on_driver_change = drivers.append
    audience._loop.run_until_complete(asyncio.sleep(0.1))
    assert (driver.driving, asker.driving, drivers) == (False, True, [asker.number])
    _, over, told, role = heard(audience, driver)
    assert over == m.TakeOverAsked(None, 0.0) and role == m.Role(driving=False, watchers=2)
    assert isinstance(told, m.Notice) and "Another page drives" in told.text
    assert heard(audience, asker)[-1] == m.Role(driving=True, watchers=2)


def test_a_driver_that_says_yes_hands_over_at_once(audience, asked):
    driver, other, asker = asked
    audience.answer_asker(other, asker.number, True)  # not its to answer
    audience.answer_asker(driver, other.number, True)  # to a question that nobody asked
    assert driver.driving
    audience.answer_asker(driver, asker.number, True)
    assert asker.driving and not driver.driving
    audience._loop.run_until_complete(asyncio.sleep(0.1))
    assert asker.driving


def test_a_driver_that_says_no_goes_on_and_is_left_in_peace(audience, asked):
    driver, other, asker = asked
    audience.answer_asker(driver, asker.number, False)
    audience._loop.run_until_complete(asyncio.sleep(0.1))
    assert driver.driving and not asker.driving
    _, over, told = heard(audience, asker)
    assert over == m.TakeOverAsked(None, 0.0) and "wants to go on" in told.text
    assert "ask again in 30 s" in audience.ask_to_drive(other)


def test_who_asked_drives_when_the_driver_goes(audience, asked):
    driver, other, asker = asked
    audience.leave(driver)
    assert asker.driving and not other.driving
    assert m.TakeOverAsked(None, 0.0) in heard(audience, asker)


def test_an_asker_that_goes_takes_its_question_along(audience, asked):
    driver, other, asker = asked
    audience.leave(asker)
    audience._loop.run_until_complete(asyncio.sleep(0.1))
    assert driver.driving and m.TakeOverAsked(None, 0.0) in heard(audience, driver)
    assert audience.ask_to_drive(other) == ""


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
