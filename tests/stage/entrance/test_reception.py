"""Connections before HTTP, with a protocol that only listens."""

import asyncio
import errno
import socket

import pytest

from prehensile.stage.entrance import reception as r
from prehensile.stage.entrance.complaints import Complaints
from prehensile.stage.entrance.reception import Reception, client_of


@pytest.fixture(autouse=True)
def _small_and_quick(monkeypatch):
    for name, value in {
        "MOST_CONNECTIONS": 4, "STRANGER_SECONDS": 0.4, "CLOSING_SECONDS": 0.2, "BEAT": 0.05,
        "RETRY": 0.05, "PER_SECOND": 500.0, "AT_ONCE": 100.0, "BREATH": 0.01,
    }.items():  # fmt: skip
        monkeypatch.setattr(r, name, value)


class Hall:
    """A reception on loopback, and those who come."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.lines, self.protocols, self.guests = [], [], []
        self.reception = Reception(self.socket, self._protocol, Complaints(self.lines.append))

    def _protocol(self):
        self.protocols.append(asyncio.Protocol())
        return self.protocols[-1]

    def knock(self, saying=b"GET"):
        self.guests.append(socket.create_connection(self.socket.getsockname()))
        self.guests[-1].sendall(saying)
        return self.guests[-1]

    async def come(self, count=1):
        """So many connect, one after the other, and have been accepted."""
        for _ in range(count):
            known = len(self.protocols)
            self.knock()
            while len(self.protocols) == known:
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.01)
        return self.guests[-count:]

    def welcome(self, guest):
        self.reception.welcome(guest.getsockname())


def is_open(guest):
    guest.setblocking(False)
    try:
        return guest.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


async def until(so):
    """Wait for something to come true; the story as a whole has its time."""
    while not so():
        await asyncio.sleep(0.01)


def met(story):
    """Play a story in a hall that is open."""

    async def play():
        hall = Hall()
        hall.reception.open()
        try:
            await asyncio.wait_for(story(hall), 20)
        finally:
            hall.reception.close()
            await asyncio.sleep(0)
            for line in [*hall.reception._strangers.values(), *hall.reception._guests.values()]:
                line.transport.abort()
            for guest in hall.guests:
                guest.close()
            await asyncio.sleep(0.01)
            hall.socket.close()

    asyncio.run(play())


def test_the_stranger_who_came_first_makes_room_and_guests_stay(monkeypatch):
    monkeypatch.setattr(r, "STRANGER_SECONDS", 60.0)

    async def story(hall):
        guest, *strangers = await hall.come(4)
        hall.welcome(guest)
        (late,) = await hall.come()
        await until(lambda: not is_open(strangers[0]))
        assert all(map(is_open, (guest, *strangers[1:], late)))
        assert hall.reception.connections == 4
        assert len(hall.lines) == 1 and "4 connections are open" in hall.lines[0]

    met(story)


def test_a_stranger_may_stay_for_so_long_a_guest_for_ever():
    async def story(hall):
        guest, stranger = await hall.come(2)
        hall.welcome(guest)
        await until(lambda: not is_open(stranger))
        await until(lambda: hall.reception.connections == 1)
        assert is_open(guest)
        guest.close()
        await until(lambda: hall.reception.connections == 0)
        assert hall.lines == []

    met(story)


def test_a_house_full_of_guests_lets_nobody_in_until_one_goes():
    async def story(hall):
        for _ in range(4):
            hall.welcome((await hall.come())[0])
        late = hall.knock()
        await asyncio.sleep(0.3)
        assert len(hall.protocols) == 4 and all(map(is_open, hall.guests))
        hall.guests[0].close()
        await until(lambda: len(hall.protocols) == 5)
        assert is_open(late) and hall.reception.connections == 4

    met(story)


def test_who_does_not_read_its_goodbye_is_cut_off():
    async def story(hall):
        (guest,) = await hall.come()
        hall.welcome(guest)
        (line,) = hall.reception._guests.values()
        line.transport.write(bytes(30_000_000))
        line.transport.close()
        await asyncio.sleep(0.1)
        assert not line.is_gone
        await until(lambda: line.is_gone)
        await until(lambda: hall.reception.connections == 0)

    met(story)


def test_the_silent_cost_a_place_and_nothing_else_and_go_first(monkeypatch):
    monkeypatch.setattr(r, "STRANGER_SECONDS", 60.0)

    async def story(hall):
        silent = [hall.knock(b"") for _ in range(3)]
        (spoken,) = await hall.come()
        await until(lambda: hall.reception.connections == 4)
        assert len(hall.protocols) == 1
        (late,) = await hall.come()
        await until(lambda: not is_open(silent[0]))
        assert all(map(is_open, (*silent[1:], spoken, late))) and len(hall.protocols) == 2

    met(story)


def test_the_silent_may_stay_for_so_long_and_may_leave_without_a_word():
    async def story(hall):
        stays, goes = hall.knock(b""), hall.knock(b"")
        await until(lambda: hall.reception.connections == 2)
        goes.close()
        await until(lambda: hall.reception.connections == 1)
        await until(lambda: not is_open(stays))
        await until(lambda: hall.reception.connections == 0)
        assert hall.protocols == []

    met(story)


def test_a_newcomer_gets_through_a_crowd_that_fills_every_queue(monkeypatch):
    """They come again as soon as they are turned out; before, the system's queue was theirs."""
    monkeypatch.setattr(r, "STRANGER_SECONDS", 60.0)
    monkeypatch.setattr(r, "PER_SECOND", 20.0)
    monkeypatch.setattr(r, "AT_ONCE", 5.0)

    async def story(hall):
        async def crowd():
            while True:
                hall.knock(b"")
                if len(hall.guests) > 300:
                    hall.guests.pop(0).close()
                await asyncio.sleep(0.002)

        crowding = asyncio.create_task(crowd())
        await asyncio.sleep(0.3)
        for _ in range(5):
            began = asyncio.get_running_loop().time()
            (guest,) = await hall.come()
            hall.welcome(guest)
            assert asyncio.get_running_loop().time() - began < 2.0
            guest.close()
        crowding.cancel()

    met(story)


def test_requests_are_begun_at_a_bounded_rate(monkeypatch):
    monkeypatch.setattr(r, "MOST_CONNECTIONS", 1000)
    monkeypatch.setattr(r, "PER_SECOND", 20.0)
    monkeypatch.setattr(r, "AT_ONCE", 5.0)

    async def story(hall):
        began = asyncio.get_running_loop().time()
        for _ in range(40):
            hall.knock()
        await until(lambda: len(hall.protocols) >= 15)
        elapsed = asyncio.get_running_loop().time() - began
        assert len(hall.protocols) <= 5 + 20 * elapsed + 1

    met(story)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.EPERM])
def test_out_of_files_it_pauses_makes_room_and_says_so_once(monkeypatch, number):
    """Accepting fails for a while; asyncio's own server would log it a hundred times a turn."""
    monkeypatch.setattr(r, "STRANGER_SECONDS", 60.0)

    async def story(hall):
        (first,) = await hall.come()
        failing = hall.reception._socket = _Failing(hall.reception._socket, number)
        hall.reception._loop.remove_reader(hall.socket)
        hall.reception._resume()
        hall.knock()
        await asyncio.sleep(0.4)
        assert 2 <= failing.tries <= 10  # once every RETRY, not once a turn
        assert is_open(first) is (number == errno.EPERM)
        assert len(hall.lines) == 1 and "cannot accept connections" in hall.lines[0]
        failing.number = None
        await until(lambda: len(hall.protocols) == 2)

    met(story)


class _Failing:
    """A listening socket whose process has no file left."""

    def __init__(self, sock, number):
        self._sock, self.number, self.tries = sock, number, 0

    def accept(self):
        if self.number is None:
            return self._sock.accept()
        self.tries += 1
        raise OSError(self.number, "no more")

    def fileno(self):
        return self._sock.fileno()

    def setblocking(self, yes):
        self._sock.setblocking(yes)


def test_a_request_names_its_connection():
    assert client_of({"client": ("127.0.0.1", 5)}) == ("127.0.0.1", 5)
    assert client_of({"client": None}) == ("", 0)
