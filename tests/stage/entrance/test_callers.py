"""Silent connections on a pair of sockets."""

import asyncio
import socket

from prehensile.stage.entrance.callers import Callers


def heard_of(story):
    """Play a story with callers; who spoke, in order."""
    spoken = []

    async def play():
        callers = Callers(asyncio.get_running_loop(), lambda sock, since: spoken.append(sock))
        await asyncio.wait_for(story(callers), 10)
        callers.close()
        assert len(callers) == 0 and callers.oldest is None

    asyncio.run(play())
    return spoken


def test_who_speaks_is_handed_on_with_all_that_it_said():
    ours, theirs = socket.socketpair()

    async def story(callers):
        callers.add(ours)
        await asyncio.sleep(0.02)
        assert len(callers) == 1
        theirs.sendall(b"GET /")
        while len(callers):
            await asyncio.sleep(0.005)

    with theirs:
        assert heard_of(story) == [ours]
        with ours:
            assert ours.recv(10) == b"GET /"


def test_who_leaves_without_a_word_is_forgotten():
    ours, theirs = socket.socketpair()

    async def story(callers):
        callers.add(ours)
        theirs.close()
        while len(callers):
            await asyncio.sleep(0.005)

    assert heard_of(story) == []
    assert ours.fileno() < 0


def test_the_oldest_goes_first():
    pairs = [socket.socketpair() for _ in range(3)]

    async def story(callers):
        for ours, _ in pairs:
            callers.add(ours)
        callers.turn_out_oldest()
        assert [ours.fileno() < 0 for ours, _ in pairs] == [True, False, False]
        assert len(callers) == 2

    assert heard_of(story) == []
    for _, theirs in pairs:
        with theirs:
            assert theirs.recv(1) == b""
