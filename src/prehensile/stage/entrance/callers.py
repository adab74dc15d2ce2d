"""Connections that have said nothing yet: accepted, and no more.

Whoever means well sends its request at once. Until the first byte is there a connection costs a
place and a look of the system, not a protocol: some thousand silent ones can come and go beside the
frames that the same thread sends.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable


class Callers:
    """Silent connections, the oldest first.

    Args:
        loop: that looks after them.
        spoken: takes one whose first byte is there, and when it came [s].
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, spoken: Callable[[socket.socket, float], object]
    ):
        self._loop, self._spoken = loop, spoken
        self._since: dict[socket.socket, float] = {}

    def __len__(self) -> int:
        return len(self._since)

    @property
    def oldest(self) -> float | None:
        """[s] when the one that waits longest came."""
        return next(iter(self._since.values()), None)

    def add(self, sock: socket.socket) -> None:
        """One more, accepted now."""
        sock.setblocking(False)
        self._since[sock] = self._loop.time()
        self._loop.add_reader(sock, self._heard, sock)

    def turn_out_oldest(self) -> None:
        """Close the one that waits longest."""
        sock = next(iter(self._since))
        self._forget(sock)
        sock.close()

    def close(self) -> None:
        """All of them go."""
        while self._since:
            self.turn_out_oldest()

    def _forget(self, sock: socket.socket) -> float:
        self._loop.remove_reader(sock)
        return self._since.pop(sock)

    def _heard(self, sock: socket.socket) -> None:
        first = b""
        with contextlib.suppress(ConnectionError):
            try:
                first = sock.recv(1, socket.MSG_PEEK)
            except (BlockingIOError, InterruptedError):
                return  # it was a mistake
        since = self._forget(sock)
        if first:
            self._spoken(sock, since)
        else:  # it has left without a word
            sock.close()
