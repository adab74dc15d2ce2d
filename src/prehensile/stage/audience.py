"""Everybody who has the page open: who drives, who watches, and what each still has to be sent.

Lives on the server's event loop. The simulation's thread hands things over without waiting: the
newest frame lies in one slot, everything else in a list that is emptied before the frame is sent.
A page that does not read keeps one frame and a short list, never more.
"""

import asyncio
import math
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from prehensile._version import __version__
from prehensile.stage.messages import (
    PROTOCOL,
    Hello,
    Notice,
    Role,
    SceneTitle,
    TakeOverAsked,
)
from prehensile.stage.simulation import Topic
from prehensile.stage.wire import encode

MOST_UNREAD = 2048
"""messages besides frames that may wait for a page; it is sent away after that. A mechanism of 400
links and its ghost open with 800."""
ANSWER_SECONDS = 10.0
"""that a driver has to answer a page that wants to drive"""
PEACE_SECONDS = 30.0
"""that a driver who said no is not asked again"""


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
        """Queue a message for this page; one that does not read is sent away."""
        if len(self.unread) >= MOST_UNREAD:
            self.leaving = True
        else:
            self.unread.append(message)
        self.wake.set()

    def show(self, frame: bytes) -> None:
        """Replace the frame that is to be sent next."""
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


class Audience:
    """All seats. Listens to the simulation (its `Listener`) and passes on what it says."""

    def __init__(self, loop: asyncio.AbstractEventLoop, scenes: tuple[SceneTitle, ...]):
        self._loop = loop
        self._scenes = scenes
        self._seats: dict[int, Seat] = {}
        self._count = 0
        self._opening: list[bytes] = []
        self._of_scene: dict[Topic, bytes] = {}
        self._recording: bytes | None = None
        self._frame: bytes | None = None
        self.on_driver_change: Callable[[int], None] = lambda seat: None
        self._asker: Seat | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._peace_until = -math.inf
        # Handed over by the simulation's thread:
        self._lock = threading.Lock()
        self._acts: list[Callable[[], None]] = []
        self._newest: bytes | None = None
        self._calling = False

    # Called from the simulation's thread.

    def scene_began(self, opening: Sequence[bytes], frame: bytes) -> None:
        """Let everybody forget the old scene, and tell newcomers of this one only."""

        def act() -> None:
            self._opening, self._frame = list(opening), None
            self._of_scene.clear()
            for seat in self._seats.values():
                seat.newest = None
                for message in opening:
                    seat.put(message)

        with self._lock:
            self._newest = None
        self._hand_over(act, frame)

    def frame(self, frame: bytes) -> None:
        """Show a frame to all; those that were not sent yet are forgotten."""
        self._hand_over(None, frame)

    def tell(self, message: bytes) -> None:
        """Pass a message on to all pages that are open now."""
        self._hand_over(lambda: self._put(message))

    def changed(self, topic: Topic, message: bytes) -> None:
        """Pass the present state of something on, and keep it for newcomers."""

        def act() -> None:
            if topic == "recording":  # goes on from scene to scene
                self._recording = message
            else:
                self._of_scene[topic] = message
            self._put(message)

        self._hand_over(act)

    def answer(self, client: int, message: bytes) -> None:
        """Pass a message on to one page, if it is still open."""

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
        """A seat for a page that comes, with all that it must be told; the first drives."""
        self._count += 1
        seat = Seat(self._count, driving=self._driver is None)
        self._seats[seat.number] = seat
        seat.put(encode(Hello(PROTOCOL, __version__, seat.number, seat.driving, self._scenes)))
        kept = [*self._opening, *self._of_scene.values()]
        for message in kept if self._recording is None else [*kept, self._recording]:
            seat.put(message)
        if self._frame is not None:
            seat.show(self._frame)
        if seat.driving:
            self.on_driver_change(seat.number)
        self._tell_roles()
        return seat

    def leave(self, seat: Seat) -> None:
        """Clear the seat of a page that goes.

        If it drove, the page that asked to drive does, or else the one that watched longest.
        """
        self._seats.pop(seat.number, None)
        asker = self._asker
        if asker is seat or seat.driving:
            self._end_question()
        if seat.driving and self._seats:
            self._let_drive(asker or next(iter(self._seats.values())))
        self._tell_roles()

    def ask_to_drive(self, seat: Seat) -> str:
        """Ask the driver to make way for a watching page; without an answer it drives soon.

        Returns:
            why the driver is not asked; empty if it is, or if the page drives now.
        """
        driver = self._driver
        if seat is driver or self._asker is seat:
            return ""
        if driver is None:
            self._hand_wheel(seat)
            return ""
        if self._asker is not None:
            return "another page has asked to drive; wait for its answer."
        peace = self._peace_until - self._loop.time()
        if peace > 0:
            return f"the page that drives wants to go on; ask again in {math.ceil(peace)} s."
        self._asker = seat
        self._patience = self._loop.call_later(ANSWER_SECONDS, self._hand_wheel, seat)
        for one in (driver, seat):
            one.put(encode(TakeOverAsked(seat.number, ANSWER_SECONDS)))
        return ""

    def answer_asker(self, seat: Seat, asker: int, yes: bool) -> None:
        """Take the driver's answer; one of another page, or to an old question, counts nothing."""
        wanted = self._asker
        if not seat.driving or wanted is None or wanted.number != asker:
            return
        if yes:
            self._hand_wheel(wanted)
        else:
            self._end_question()
            self._peace_until = self._loop.time() + PEACE_SECONDS
            wanted.put(encode(Notice("info", "The page that drives wants to go on.")))

    def _hand_wheel(self, seat: Seat) -> None:
        """Let a page drive in place of the one that does, which is told."""
        self._end_question()
        driver = self._driver
        if driver is not None:
            driver.driving = False
            driver.put(encode(Notice("info", "Another page drives now; this one watches.")))
        self._let_drive(seat)
        self._tell_roles()

    def _end_question(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        asker, self._asker = self._asker, None
        if asker is None:
            return
        for seat in self._seats.values():
            if seat.driving or seat is asker:
                seat.put(encode(TakeOverAsked(None, 0.0)))

    @property
    def _driver(self) -> Seat | None:
        return next((seat for seat in self._seats.values() if seat.driving), None)

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
