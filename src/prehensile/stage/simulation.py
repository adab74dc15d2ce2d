"""The running scene: stepped at wall-clock speed in its own thread, whoever watches.

Twice per frame the thread obeys what pages asked for and steps the scene by as much time as has
passed. Every other time it hands the newest frame to its listener as bytes, and at once when a page
asked for something. It never waits for anybody.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from prehensile.errors import InputError, PrehensileError
from prehensile.motion.clip import Clip
from prehensile.stage import messages as m
from prehensile.stage.entrance.complaints import Complaints
from prehensile.stage.framing import Framing, shown_verdict
from prehensile.stage.interpolate import interpolate
from prehensile.stage.memory import give_back
from prehensile.stage.scene import (
    FRAME_RATE,
    SceneFrame,
    SceneOptions,
    StageScene,
    check_press,
    checked_value,
)
from prehensile.stage.scene_table import SCENES, SceneEntry, find_scene
from prehensile.stage.takes import Takes
from prehensile.stage.wire import encode

PERIOD = 1 / FRAME_RATE
"""[s] between frames"""
BEAT = PERIOD / 2
"""[s] A page's wish waits for half a frame at most."""
LONGEST_BURST = 0.05
"""[s] of stepping in one go; what a slow machine cannot do in that time is left out"""
LATE = 0.25
"""[s] A clock that is later than this starts anew instead of running after."""
IDLE_PERIOD = 0.25
"""[s] between frames when nothing moves"""
SLOWEST, FASTEST = 0.01, 4.0
"""simulated over wall-clock time"""
COUNT_EVERY = 15
"""frames between two reports of how long a recording is"""
LONGEST_TAKE = 120 * 60 * 10
"""frames of a recording: ten minutes"""
MOST_WAITING = 1000
"""messages that wait for the next frame; pages are slowed down long before"""


Topic = Literal["controls", "steps", "verdict", "look", "recording"]
"""what changes now and then, and whose present state everybody must know"""


class Listener(Protocol):
    """Who is told. Called from the simulation's thread; must not block."""

    def scene_began(self, opening: Sequence[bytes], frame: bytes) -> None:
        """Another scene, or another cast, is on the stage: its opening messages and first frame."""

    def frame(self, frame: bytes) -> None:
        """There is a newer frame; older ones may be forgotten."""

    def tell(self, message: bytes) -> None:
        """Tell all pages that are open now."""

    def changed(self, topic: Topic, message: bytes) -> None:
        """Tell all pages, also those that come later, the present state of something."""

    def answer(self, client: int, message: bytes) -> None:
        """Tell one page."""


class Simulation:
    """One scene at a time, and what pages want of it.

    Args:
        takes: where recordings go.
        scene: name of the first scene.
        options: for every scene.
        table: scenes by name.
        complaints: takes what is our own mistake, and no page's business.

    Raises:
        PrehensileError: the scene cannot be made.
    """

    def __init__(
        self,
        takes: Takes,
        scene: str = "grasp",
        options: SceneOptions | None = None,
        table: Mapping[str, SceneEntry] = SCENES,
        complaints: Complaints | None = None,
    ):
        self._takes = takes
        self._complaints = complaints or Complaints()
        self._options = options or SceneOptions()
        self._table = table
        self._waiting: deque[tuple[int, Any]] = deque(maxlen=MOST_WAITING)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stage-simulation", daemon=True)
        self._running, self._speed = True, 1.0
        self._number = self._asked = self._answers = self._beat = 0
        self._owed = 0.0
        self._last_shown = 0.0
        self._dirty = True
        self._recording = False
        self._moments: deque[SceneFrame] = deque(maxlen=2)
        self._start(scene)

    def _start(self, name: str) -> None:
        """Take up a scene; the old one stays if the new one cannot be made."""
        scene = find_scene(name, self._table).start(self._options)
        self._framing = Framing(name, scene)
        self.scene: StageScene = scene
        self._name = name
        self._cast = scene.cast
        self._told = self._state()
        self._owed = 0.0
        self._moments.clear()

    # What other threads may call.

    def start(self, listener: Listener) -> None:
        """Begin to run."""
        self._listener = listener
        self._thread.start()

    def stop(self) -> None:
        """End the thread, and with it the scene."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def picture(self, hand: str, kind: str) -> bytes | None:
        """A picture of a hand that is on the stage, as `Framing.picture` has it."""
        return self._framing.picture(hand, kind)

    def submit(self, client: int, message: Any) -> None:
        """What a page wants; obeyed before the next frame."""
        self._waiting.append((client, message))

    # The simulation's own thread.

    def _run(self) -> None:
        self.open(self._listener)
        due = time.perf_counter()
        while not self._stopping.is_set():
            self.tick()
            due += BEAT
            left = due - time.perf_counter()
            if left > 0:
                time.sleep(left)
            elif left < -LATE:
                due = time.perf_counter()
        self.scene.close()

    def open(self, listener: Listener) -> None:
        """Tell the listener what is on the stage; `tick` does the rest."""
        self._listener = listener
        self._announce()

    def tick(self) -> None:
        """One beat: obey, step, and show if it is time to, or if a page waits for it."""
        self._beat += 1
        wanted = bool(self._waiting)
        while self._waiting:
            self._obey(*self._waiting.popleft())
        if self._running:
            self._advance()
        if wanted or self._beat % 2 == 0:
            try:
                self._show()
            except Exception as error:
                self._pause_after(error)

    def _advance(self) -> None:
        self._owed += BEAT * self._speed
        # Half a microsecond of slack: rounding must not leave a step for the next beat.
        steps = int((self._owed + 5e-7) / self.scene.timestep)
        end = time.perf_counter() + LONGEST_BURST
        for _ in range(steps):
            self._step()
            if time.perf_counter() > end or not self._running:
                self._owed = 0.0
                return
        self._owed -= steps * self.scene.timestep

    def _step(self) -> None:
        try:
            self.scene.step()
        except Exception as error:
            self._pause_after(error)
        if self._speed < 1:
            self._moments.append(self.scene.frame())
        self._answers = self._asked
        self._dirty = True
        if self._recording and self.scene.taken >= LONGEST_TAKE:
            self._finish_take("The recording is ten minutes long and ended by itself.")

    def _pause_after(self, error: Exception) -> None:
        """A scene that fails stops, and says so; the Stage goes on."""
        if not isinstance(error, PrehensileError):
            kind = type(error).__name__
            self._complaints.say(
                f"scene {kind}",
                f"the scene {self._name} stopped: {kind}: {error}; PREHENSILE_DEBUG=1 shows where.",
                error,
            )
        self._running = False
        self._tell("bad", f"The scene stopped: {error} Reset it to begin anew.")

    def _show(self) -> None:
        scene = self.scene
        while scene.notices:
            self._tell(*scene.notices.popleft())
        if scene.cast != self._cast:
            if self._recording:
                self._finish_take("The recording ended: the scene changed.")
            self._cast = scene.cast
            self._moments.clear()
            self._framing = Framing(self._name, scene)
            self._announce()
            return
        self._tell_changes()
        if self._recording and self._number % COUNT_EVERY == 0:
            state = m.Recording(running=True, frames=scene.taken)
            self._listener.changed("recording", encode(state))
        now = time.perf_counter()
        if self._dirty or len(self._moments) == 2 or now - self._last_shown >= IDLE_PERIOD:
            self._listener.frame(self._frame())
            self._last_shown = now
            self._dirty = False

    def _state(self) -> dict[Topic, Any]:
        """What pages must know besides frames, as messages."""
        scene = self.scene
        return {
            "controls": m.ControlsChanged(tuple(scene.controls())),
            "steps": m.StepsChanged(tuple(scene.steps())),
            "verdict": m.VerdictChanged(shown_verdict(scene.verdict())),
            "look": m.LookChanged(scene.look_at, scene.look_from),
        }

    def _tell_changes(self) -> None:
        """Send those messages that are others than last time."""
        now = self._state()
        for topic, message in now.items():
            if message != self._told[topic]:
                self._listener.changed(topic, encode(message))
        self._told = now

    def _frame(self) -> bytes:
        self._number += 1
        if not self._running:
            self._answers = self._asked
        return encode(
            self._framing.frame(
                self._shown(), self._number, self._running, self._speed, self._answers
            )
        )

    def _shown(self) -> SceneFrame:
        """The scene now; in slow motion something between its last two steps."""
        if self._running and self._speed < 1 and len(self._moments) == 2:
            before, after = self._moments
            return interpolate(before, after, self._owed / self.scene.timestep)
        return self.scene.frame()

    def _announce(self) -> None:
        self._told = self._state()
        opening = [encode(message) for message in self._framing.opening()]
        self._listener.scene_began(opening, self._frame())

    # What pages ask for.

    def _obey(self, client: int, message: Any) -> None:
        try:
            self._do(message)
        except PrehensileError as error:
            self._listener.answer(client, encode(m.Refused(str(error))))
        except Exception as error:
            self._pause_after(error)
        self._asked = max(self._asked, getattr(message, "ask", 0))
        self._dirty = True

    def _do(self, message: Any) -> None:
        scene = self.scene
        match message:
            case m.SetControl(name, value):
                scene.set(name, checked_value(scene.controls(), name, value))
            case m.PressButton(name):
                check_press(scene.steps(), scene.controls(), name)
                scene.press(name)
            case m.ChooseScene(name):
                self._change_scene(name)
            case m.Transport():
                self._transport(message)
            case m.Pull(body, anchor, target):
                if target is None:
                    scene.let_go()
                else:
                    scene.pull(body, anchor, target)
            case m.DragHandle(handle, target):
                if handle not in scene.handles():
                    raise InputError(f"there is no handle {handle!r} here.")
                scene.drag(handle, target)
                self._moments.clear()  # seen at once
            case m.PointAt(body, at):
                scene.point(body, at)
            case m.Record(on):
                self._record(on)
            case DriverChanged():
                scene.let_go()
                self._asked = self._answers = 0

    def _change_scene(self, name: str) -> None:
        find_scene(name, self._table)
        if self._recording:
            self._finish_take("The recording ended: another scene began.")
        old = self.scene
        self._start(name)
        old.close()
        self._running = True
        self._announce()
        del old
        give_back()

    def _transport(self, wish: m.Transport) -> None:
        self._moments.clear()
        if wish.speed is not None:
            if not SLOWEST <= wish.speed <= FASTEST:
                raise InputError(f"speed {wish.speed:g} is not within {SLOWEST:g} to {FASTEST:g}.")
            self._speed = wish.speed
        if wish.running is not None:
            self._running = wish.running
        if wish.reset:
            if self._recording:
                self._finish_take("The recording ended: the scene began anew.")
            self.scene.reset()
            self._owed = 0.0
            self._running = True if wish.running is None else wish.running
        if wish.seek is not None:
            self.scene.seek(wish.seek)
        if wish.step:
            self._running = False
            for _ in range(max(1, math.floor(PERIOD / self.scene.timestep + 1e-6))):
                self._step()

    # Recordings.

    def _record(self, on: bool) -> None:
        if on and not self._recording:
            self.scene.begin_take()
            self._recording = True
            self._listener.changed("recording", encode(m.Recording(running=True, frames=0)))
        elif not on and self._recording:
            self._finish_take("")

    def _finish_take(self, why: str) -> None:
        self._recording = False
        clip = self.scene.end_take()
        if why:
            self._tell("info", why)
        if clip is None:
            self._listener.changed("recording", encode(m.Recording(running=False, frames=0)))
        else:
            self._write_take(clip)

    def _write_take(self, clip: Clip) -> None:
        def written(names: list[str], complaint: str) -> None:
            if complaint:
                self._tell("bad", complaint)
            files = tuple(f"takes/{name}" for name in names)
            message = m.Recording(running=False, frames=clip.n_frames, files=files)
            self._listener.changed("recording", encode(message))

        self._takes.write(clip, self._name, written)

    def _tell(self, level: Any, text: str) -> None:
        self._listener.tell(encode(m.Notice(level, text)))


class DriverChanged:
    """Another page drives now: what the last one held is let go."""
