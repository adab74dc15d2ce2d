"""Connections before HTTP: how many there may be, and how long one may take to say who it is.

A connection is a *caller's* until its first byte is there, and a *stranger's* until a request on it
has shown the token. Both may stay for some seconds; when there is no room left, the one that came
first goes. Whoever means well sends its request at once, so that a newcomer gets through however
many others only hold the line. What a page with the token has open is never closed here.

Callers are accepted as fast as they come, within a bound: were they left in the system's queue, it
would be full of those who mean no good, and newcomers would find no place in it. Requests are begun
at a lower rate: each costs the thread that also sends frames. When the process is out of file
descriptors, nothing is accepted for a while. (asyncio's own server goes on trying, once for every
place in its queue, and logs each time.)
"""

import asyncio
import errno
import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from prehensile.stage.entrance.allowance import Allowance
from prehensile.stage.entrance.callers import Callers
from prehensile.stage.entrance.complaints import Complaints

MOST_CONNECTIONS = 160
"""at once: twenty pages with the seven that a browser opens for each"""
STRANGER_SECONDS = 10.0
"""until the request's head must be there, the token shown and the answer taken"""
CLOSING_SECONDS = 10.0
"""that a closed connection may take to read what was sent last"""
CALLS_PER_SECOND, CALLS_AT_ONCE = 1000.0, 128.0
"""connections that are accepted: in the long run, and after a quiet time"""
PER_SECOND, AT_ONCE = 100.0, 64.0
"""first requests of connections that are begun: in the long run, and after a quiet time"""
BREATH = 0.02
"""[s] of rest where there were more"""
SHORT_OF_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
RETRY = 0.5
"""[s] after which a server that was short of files, or full, looks again"""
BEAT = 1.0
"""[s] between two looks at the clock of every connection"""

Client = tuple[str, int]
"""address and port of the other side"""


@dataclass(eq=False)
class _Line:
    """One connection."""

    transport: asyncio.Transport
    since: float
    """[s] when it came"""
    closing: float | None = None
    """[s] when it was first seen closing"""

    @property
    def is_gone(self) -> bool:
        return self.transport.get_extra_info("socket").fileno() < 0


class Reception:
    """Accepts connections for a protocol, within bounds. Lives on one event loop.

    Args:
        sock: listens already.
        protocol: makes what talks on a new connection.
        complaints: where it says that it is crowded.
    """

    def __init__(
        self,
        sock: socket.socket,
        protocol: Callable[[], asyncio.BaseProtocol],
        complaints: Complaints,
    ):
        self._socket = sock
        self._protocol = protocol
        self._complaints = complaints
        self._strangers: dict[Client, _Line] = {}
        self._guests: dict[Client, _Line] = {}
        self._spoken: deque[tuple[socket.socket, float]] = deque()
        self._arriving: set[asyncio.Task[None]] = set()
        self._timers: dict[Callable[[], None], asyncio.TimerHandle] = {}

    def open(self) -> None:
        """Begin to accept; called on the loop."""
        self._loop = asyncio.get_running_loop()
        self._callers = Callers(self._loop, self._begin)
        now = self._loop.time()
        self._calls = Allowance(CALLS_PER_SECOND, CALLS_AT_ONCE, now)
        self._requests = Allowance(PER_SECOND, AT_ONCE, now)
        self._socket.setblocking(False)
        self._resume()
        self._later(BEAT, self._look)

    def close(self) -> None:
        """Accept nobody any more; who is inside stays."""
        self._loop.remove_reader(self._socket)
        for timer in self._timers.values():
            timer.cancel()
        self._callers.close()
        while self._spoken:
            self._spoken.popleft()[0].close()
        for task in self._arriving:
            task.cancel()

    def welcome(self, client: Client) -> None:
        """Let a connection stay: a request on it has shown the token."""
        line = self._strangers.pop(client, None)
        if line is not None:
            self._guests[client] = line

    @property
    def connections(self) -> int:
        """How many are open."""
        inside = len(self._strangers) + len(self._guests)
        return len(self._callers) + len(self._spoken) + len(self._arriving) + inside

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self._timers[act] = self._loop.call_later(seconds, act)

    def _resume(self) -> None:
        self._loop.add_reader(self._socket, self._accept)

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._socket)
        self._later(seconds, self._resume)

    def _accept(self) -> None:
        while self._calls.take(self._loop.time()):
            if self._is_full_of_guests():
                self._pause(RETRY)
                return
            try:
                sock, _ = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionError):
                return
            except OSError as error:
                self._cannot_accept(error)
                return
            if self.connections >= MOST_CONNECTIONS:
                self._complain_of_crowd()
                self._turn_out_oldest()
            self._callers.add(sock)
        self._pause(BREATH)

    def _begin(self, sock: socket.socket, since: float) -> None:
        self._spoken.append((sock, since))
        if len(self._spoken) == 1:
            self._begin_requests()

    def _begin_requests(self) -> None:
        while self._spoken and self._requests.take(self._loop.time()):
            task = self._loop.create_task(self._arrive(*self._spoken.popleft()))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)
        if self._spoken:
            self._later(BREATH, self._begin_requests)

    def _cannot_accept(self, error: OSError) -> None:
        if error.errno in SHORT_OF_FILES:
            self._turn_out_oldest()
        self._complaints.say(
            f"accept {error.errno}",
            f"cannot accept connections for a moment: {error.strerror or error}.",
        )
        self._pause(RETRY)

    async def _arrive(self, sock: socket.socket, since: float) -> None:
        try:
            client = sock.getpeername()[:2]
            transport, _ = await self._loop.connect_accepted_socket(self._protocol, sock)
        except OSError:  # it has left already
            sock.close()
            return
        except asyncio.CancelledError:
            sock.close()
            raise
        self._strangers[client] = _Line(transport, since)

    def _is_full_of_guests(self) -> bool:
        """Whether nobody could be turned out for one who comes."""
        if self.connections >= MOST_CONNECTIONS:
            self._forget_gone()
        if self.connections < MOST_CONNECTIONS or self._oldest():
            return False
        self._complain_of_crowd()
        return True

    def _complain_of_crowd(self) -> None:
        self._complaints.say(
            "crowded",
            f"{self.connections} connections are open: those that have not shown the token are "
            "closed to make room.",
        )

    def _oldest(self) -> Callable[[], None] | None:
        """What turns out the one that came first, of those who may be."""
        heads: list[tuple[float, Callable[[], None]]] = []
        if self._callers.oldest is not None:
            heads.append((self._callers.oldest, self._callers.turn_out_oldest))
        if self._spoken:
            heads.append((self._spoken[0][1], self._turn_out_spoken))
        for line in self._strangers.values():
            heads.append((line.since, self._turn_out_stranger))
            break
        return min(heads, key=lambda head: head[0])[1] if heads else None

    def _turn_out_oldest(self) -> None:
        if turn_out := self._oldest():
            turn_out()

    def _turn_out_spoken(self) -> None:
        self._spoken.popleft()[0].close()

    def _turn_out_stranger(self) -> None:
        self._strangers.pop(next(iter(self._strangers))).transport.abort()

    def _forget_gone(self) -> None:
        for lines in (self._strangers, self._guests):
            for client in [client for client, line in lines.items() if line.is_gone]:
                del lines[client]

    def _look(self) -> None:
        """Once a beat: strangers whose time is over, and who does not read its goodbye."""
        self._forget_gone()
        now = self._loop.time()
        for line in self._strangers.values():
            if now - line.since > STRANGER_SECONDS:
                line.transport.abort()
        while (oldest := self._callers.oldest) is not None and now - oldest > STRANGER_SECONDS:
            self._callers.turn_out_oldest()
        for line in self._guests.values():
            if line.transport.is_closing():
                line.closing = line.closing or now
                if now - line.closing > CLOSING_SECONDS:
                    line.transport.abort()
        self._later(BEAT, self._look)


def client_of(scope: Any) -> Client:
    """The other side of a request, as `Reception.welcome` knows it."""
    host, port = scope.get("client") or ("", 0)
    return host, port
