"""Everybody who has the page open: who drives, who watches, and what each still has to be sent.

Lives on the server's event loop. The simulation's thread hands things over without waiting: the
newest frame lies in one slot, everything else in a list that is emptied before the frame is sent.
A page that does not read keeps one frame and a short list, never more.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from prehensile._version import __version__
from prehensile.stage.messages import PROTOCOL, Hello, Role, SceneTitle
from prehensile.stage.wire import encode

MOST_UNREAD = 2048
"""messages besides frames that may wait for a page; it is sent away after that. A mechanism of 400
links and its ghost open with 800."""


@dataclass(eq=False)
class Seat:
    """One page."""

    number: int
    driving: bool = False
    leaving: bool = False
    """sent away: it does not read"""
    unread: deque[bytes] = field(default_factory=deque)
    newest: bytes | None = None
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, message: bytes) -> None:
        """Something it has to be sent."""
        if len(self.unread) >= MOST_UNREAD:
            self.leaving = True
        else:
            self.unread.append(message)
        self.wake.set()

    def show(self, frame: bytes) -> None:
        """The newest frame; one that was not sent yet is forgotten."""
        self.newest = frame
        self.wake.set()

    async def serve(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what there is, as fast as the page takes it; ends when it must leave."""
        while not self.leaving:
            await self.wake.wait()
            self.wake.clear()
            while self.unread and not self.leaving:
                await send(self.unread.popleft())
            if self.newest is not None and not self.unread:
                frame, self.newest = self.newest, None
                await send(frame)


class House:
    """All seats. An `Audience` for the simulation."""

    def __init__(self, loop: asyncio.AbstractEventLoop, scenes: tuple[SceneTitle, ...]):
        self._loop = loop
        self._scenes = scenes
        self._seats: dict[int, Seat] = {}
        self._count = 0
        self._opening: list[bytes] = []
        self._controls: bytes | None = None
        self._recording: bytes | None = None
        self._frame: bytes | None = None
        self.on_driver_change: Callable[[int], None] = lambda seat: None
        # Handed over by the simulation's thread:
        self._lock = threading.Lock()
        self._acts: list[Callable[[], None]] = []
        self._newest: bytes | None = None
        self._calling = False

    # Called from the simulation's thread.

    def scene_began(self, opening: Sequence[bytes], frame: bytes) -> None:
        """Everybody forgets the old scene."""

        def act() -> None:
            self._opening, self._controls, self._frame = list(opening), None, None
            for seat in self._seats.values():
                seat.newest = None
                for message in opening:
                    seat.put(message)

        with self._lock:
            self._newest = None
        self._hand_over(act, frame)

    def frame(self, frame: bytes) -> None:
        """Take the newest frame."""
        self._hand_over(None, frame)

    def tell(self, message: bytes) -> None:
        """Pass it on to all."""
        self._hand_over(lambda: self._put(message))

    def controls_changed(self, message: bytes) -> None:
        """Pass it on, and keep it for newcomers."""

        def act() -> None:
            self._controls = message
            self._put(message)

        self._hand_over(act)

    def recording_changed(self, message: bytes) -> None:
        """Pass it on, and keep it for newcomers."""

        def act() -> None:
            self._recording = message
            self._put(message)

        self._hand_over(act)

    def answer(self, client: int, message: bytes) -> None:
        """Pass it on to one page."""

        def act() -> None:
            if client in self._seats:
                self._seats[client].put(message)

        self._hand_over(act)

    def _hand_over(self, act: Callable[[], None] | None, frame: bytes | None = None) -> None:
        with self._lock:
            if act is not None:
                self._acts.append(act)
            if frame is not None:
                self._newest = frame
            if self._calling:
                return
            self._calling = True
        try:
            self._loop.call_soon_threadsafe(self._take)
        except RuntimeError:  # the server has stopped; nobody listens any more
            self._calling = False

    # On the loop.

    def _take(self) -> None:
        with self._lock:
            acts, self._acts = self._acts, []
            frame, self._newest = self._newest, None
            self._calling = False
        for act in acts:
            act()
        if frame is not None:
            self._frame = frame
            for seat in self._seats.values():
                seat.show(frame)

    def _put(self, message: bytes) -> None:
        for seat in self._seats.values():
            seat.put(message)

    def enter(self) -> Seat:
        """A page comes; the first drives."""
        self._count += 1
        seat = Seat(self._count, driving=not any(s.driving for s in self._seats.values()))
        self._seats[seat.number] = seat
        seat.put(encode(Hello(PROTOCOL, __version__, seat.number, seat.driving, self._scenes)))
        for message in (*self._opening, self._controls, self._recording):
            if message is not None:
                seat.put(message)
        if self._frame is not None:
            seat.show(self._frame)
        if seat.driving:
            self.on_driver_change(seat.number)
        self._tell_roles()
        return seat

    def leave(self, seat: Seat) -> None:
        """A page goes; if it drove, the one that watched longest drives."""
        self._seats.pop(seat.number, None)
        if seat.driving and self._seats:
            self._let_drive(next(iter(self._seats.values())))
        self._tell_roles()

    def take_over(self, seat: Seat) -> bool:
        """A watching page asks to drive; granted when nobody does."""
        if not any(s.driving for s in self._seats.values()):
            self._let_drive(seat)
            self._tell_roles()
        return seat.driving

    @property
    def seats(self) -> int:
        """How many pages are open."""
        return len(self._seats)

    def _let_drive(self, seat: Seat) -> None:
        seat.driving = True
        self.on_driver_change(seat.number)

    def _tell_roles(self) -> None:
        watchers = sum(not s.driving for s in self._seats.values())
        for seat in self._seats.values():
            seat.put(encode(Role(seat.driving, watchers)))
