"""Connections before HTTP: how many there may be, and how long one may take to say who it is.

A connection is a *stranger's* until a request on it has shown the token. Strangers may stay for
some seconds; when there is no room left, the one that came first goes. Whoever means well sends its
request at once, so that a newcomer gets through however many others only hold the line. What a page
with the token has open is never closed here.

Connections are accepted at a bounded rate: each costs the thread that also sends frames, and waits
in the system's queue until then at no cost. When the process is out of file descriptors, nothing is
accepted for a while. (asyncio's own server goes on trying, once for every place in its queue, and
logs each time.)
"""

import asyncio
import errno
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from prehensile.stage.entrance.complaints import Complaints

MOST_CONNECTIONS = 160
"""at once: twenty pages with the seven that a browser opens for each"""
STRANGER_SECONDS = 10.0
"""until the request's head must be there, the token shown and the answer taken"""
CLOSING_SECONDS = 10.0
"""that a closed connection may take to read what was sent last"""
PER_SECOND, AT_ONCE = 100.0, 64.0
"""connections that are accepted: in the long run, and after a quiet time"""
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
        self._arriving: set[asyncio.Task[None]] = set()
        self._allowance = AT_ONCE
        self._timers: dict[Callable[[], None], asyncio.TimerHandle] = {}

    def open(self) -> None:
        """Begin to accept; called on the loop."""
        self._loop = asyncio.get_running_loop()
        self._refilled = self._loop.time()
        self._socket.setblocking(False)
        self._resume()
        self._later(BEAT, self._look)

    def close(self) -> None:
        """Accept nobody any more; who is inside stays."""
        self._loop.remove_reader(self._socket)
        for timer in self._timers.values():
            timer.cancel()
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
        return len(self._strangers) + len(self._guests) + len(self._arriving)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self._timers[act] = self._loop.call_later(seconds, act)

    def _resume(self) -> None:
        self._loop.add_reader(self._socket, self._accept)

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._socket)
        self._later(seconds, self._resume)

    def _accept(self) -> None:
        now = self._loop.time()
        self._allowance = min(AT_ONCE, self._allowance + PER_SECOND * (now - self._refilled))
        self._refilled = now
        while self._allowance >= 1:
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
            self._allowance -= 1
            if self.connections >= MOST_CONNECTIONS:
                self._complain_of_crowd()
                self._turn_out_oldest()
            task = self._loop.create_task(self._arrive(sock))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)
        self._pause(4 / PER_SECOND)

    def _cannot_accept(self, error: OSError) -> None:
        if error.errno in SHORT_OF_FILES:
            self._turn_out_oldest()
        self._complaints.say(
            f"accept {error.errno}",
            f"cannot accept connections for a moment: {error.strerror or error}.",
        )
        self._pause(RETRY)

    async def _arrive(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        try:
            client = sock.getpeername()[:2]
            transport, _ = await self._loop.connect_accepted_socket(self._protocol, sock)
        except OSError:  # it has left already
            sock.close()
            return
        except asyncio.CancelledError:
            sock.close()
            raise
        self._strangers[client] = _Line(transport, self._loop.time())

    def _is_full_of_guests(self) -> bool:
        """Whether nobody could be turned out for one who comes."""
        if self.connections >= MOST_CONNECTIONS:
            self._forget_gone()
        if self.connections < MOST_CONNECTIONS or self._strangers:
            return False
        self._complain_of_crowd()
        return True

    def _complain_of_crowd(self) -> None:
        self._complaints.say(
            "crowded",
            f"{self.connections} connections are open: those that have not shown the token are "
            "closed to make room.",
        )

    def _turn_out_oldest(self) -> None:
        client = next(iter(self._strangers), None)
        if client is not None:
            self._strangers.pop(client).transport.abort()

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
