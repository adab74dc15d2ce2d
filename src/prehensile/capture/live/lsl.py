"""Streams of the Lab Streaming Layer, as they come from devices and programs on the network.

liblsl buffers six minutes of every stream, connects again by itself when a device comes back, and
measures how far each sender's clock is off. We pull all that is there a hundred times a second, so
that nothing is lost unless the network loses it.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np

from prehensile.capture.live.lsl_header import Header, read_header
from prehensile.capture.live.source import Arrived
from prehensile.errors import InputError
from prehensile.extras import optional

PATIENCE = 8.0
"""[s] that connecting to one stream may take"""
BUFFER = 360
"""[s] that liblsl keeps of a stream that is not pulled"""
CHUNK = 4096
"""samples that are pulled in one go"""
READ_CLOCK = 2.0
"""[s] between two looks at a stream's clock; liblsl reads it anew every five"""
MOST_EVENTS = 1024
"""different names of events in one stream; the rest is called ``other``"""
OTHER = "other"

LOOPBACK = """[ports]
IPv6 = disable
[multicast]
ResolveScope = machine
ListenAddress = 127.0.0.1
AddressesOverride = {127.0.0.1}
[log]
level = -3
"""
"""settings that keep all of it on this machine"""


def load_lsl() -> Any:
    """The module pylsl.

    Raises:
        MissingExtraError: it is not installed.
        InputError: it is, but its library is not.
    """
    try:
        return optional("pylsl")
    except (RuntimeError, OSError):
        raise InputError(
            "live streams need the library liblsl, which pylsl did not find here: install it from "
            "https://github.com/sccn/liblsl/releases, or name it in PYLSL_LIB."
        ) from None


def keep_to_this_machine(folder: str | Path) -> dict[str, str]:
    """Variables for processes whose streams nobody else is to see, and who are to see nobody's.

    Processes of one folder see each other, and not those of another on the same machine. The
    variables must be set before pylsl is imported: liblsl reads them once.
    """
    path = Path(folder) / "lsl_api.cfg"
    path.write_text(f"{LOOPBACK}[lab]\nSessionID = {uuid4().hex}\n")
    return {"LSLAPICFG": str(path)}


class LslSource:
    """All streams of the network, or those of some names; those that come later too.

    Args:
        names: which; all if there are none.

    Raises:
        MissingExtraError: pylsl is not installed.
        InputError: liblsl is not.
    """

    def __init__(self, names: Sequence[str] = ()):
        self._lsl = load_lsl()
        self._wanted = tuple(names)
        self._lock = threading.Lock()
        self._inlets: dict[tuple[str, str], _Inlet] = {}
        self._closed = False
        self._resolver = self._lsl.ContinuousResolver(forget_after=5.0)
        self._looking = threading.Thread(target=self._look, name="lsl-resolver", daemon=True)
        self._stopping = threading.Event()
        self._looking.start()

    def now(self) -> float:
        """[s] of LSL's clock on this machine."""
        return float(self._lsl.local_clock())

    @property
    def names(self) -> tuple[str, ...]:
        """Of the streams that are connected, or were."""
        with self._lock:
            return tuple(one.name for one in self._inlets.values() if one.header is not None)

    @property
    def silent(self) -> tuple[str, ...]:
        """Those that have gone away."""
        with self._lock:
            return tuple(one.name for one in self._inlets.values() if one.gone)

    def wait(self, seconds: float) -> None:
        """Until the wanted streams are there, or any if none is named.

        Raises:
            InputError: they are not there after that time.
        """
        end = threading.Event()
        waited = 0.0
        while waited < seconds:
            here = self.names
            if (set(self._wanted) <= set(here)) if self._wanted else here:
                return
            end.wait(0.05)
            waited += 0.05
        missing = [name for name in self._wanted if name not in self.names]
        what = f"no stream named {', '.join(missing)}" if missing else "no stream"
        others = sorted({info.name() for info in self._resolver.results()})
        there = f" There are: {', '.join(others)}." if others else ""
        raise InputError(
            f"{what} came within {seconds:g} s.{there} Start the device's LSL program, and see "
            "that both machines are in one network."
        )

    def poll(self) -> list[Arrived]:
        """All samples that came since the last call."""
        with self._lock:
            inlets = [one for one in self._inlets.values() if one.header is not None]
        return [arrived for one in inlets for arrived in one.pull()]

    def close(self) -> None:
        """Let go of all streams."""
        self._stopping.set()
        self._looking.join(timeout=2.0)
        with self._lock:
            for one in self._inlets.values():
                one.close()
            self._inlets.clear()

    def _look(self) -> None:
        """Find streams, and connect to each in a thread of its own: one that hangs holds nobody
        up.
        """
        while not self._stopping.wait(0.1):
            for info in self._resolver.results():
                if self._wanted and info.name() not in self._wanted:
                    continue
                key = (info.name(), info.source_id() or info.uid())
                with self._lock:
                    if key in self._inlets or self._stopping.is_set():
                        continue
                    taken = {one.name for one in self._inlets.values()}
                    self._inlets[key] = _Inlet(self._lsl, info, taken)


class _Inlet:
    """One stream. `header` is None until it is connected."""

    def __init__(self, lsl: Any, info: Any, taken: set[str]):
        self._lsl, self._info, self._taken = lsl, info, taken
        self.name = _free(info.name(), taken)
        self.header: Header | None = None
        self.gone = False
        self._events: dict[str, int] = {}
        self._offset, self._next_reading = 0.0, 0.0
        self._text = info.channel_format() == lsl.cf_string
        self._inlet = lsl.StreamInlet(info, max_buflen=BUFFER, recover=True)
        threading.Thread(target=self._connect, name=f"lsl-{self.name}", daemon=True).start()

    def _connect(self) -> None:
        while self.header is None and not self.gone:
            try:
                # Opened first: from then on no sample is missed, however long the rest takes.
                self._inlet.open_stream(timeout=PATIENCE)
                header = read_header(self._inlet.info(timeout=PATIENCE).as_xml())
                self._offset = float(self._inlet.time_correction(timeout=PATIENCE))
            except self._lsl.LostError:
                self.gone = True
            except Exception as error:  # pylsl's own TimeoutError is no subclass of Python's
                if type(error).__name__ != "TimeoutError":
                    raise
            else:
                stream = replace(header.stream, name=self.name, clock=self._clock())
                self._events = {name: k for k, name in enumerate(stream.channels)}
                if stream.channels == ("unknown",):
                    self._events = {}
                self.header = header._replace(stream=stream)

    def _clock(self) -> str:
        """Streams of one machine share its clock."""
        return f"LSL {self._info.hostname() or self.name}"

    def pull(self) -> list[Arrived]:
        header = self.header
        assert header is not None
        if self.gone:
            return []
        try:
            found, time = self._pulled()
        except self._lsl.LostError:
            self.gone = True
            return []
        if not len(time):
            return []
        if self._text:
            values = np.array([self._event(sample[0]) for sample in found], float)
            header = self._renamed(header)
        else:
            values = header.values(found)
        return [Arrived(header.stream, time, values, self._offset, self._reading(time[-1]))]

    def _pulled(self) -> tuple[Any, np.ndarray]:
        """All that is there, not only the first chunk: samples and their times."""
        chunks: list[Any] = []
        while True:
            chunks.append(self._inlet.pull_chunk(0.0, max_samples=CHUNK, as_numpy=not self._text))
            if len(chunks[-1][1]) < CHUNK:
                break
        time = np.concatenate([np.asarray(times, float) for _, times in chunks])
        if self._text:
            return [sample for samples, _ in chunks for sample in samples], time
        return np.concatenate([samples for samples, times in chunks if len(times)] or [[]]), time

    def _reading(self, at: float) -> tuple[float, float] | None:
        now = float(self._lsl.local_clock())
        if now < self._next_reading:
            return None
        self._next_reading = now + READ_CLOCK
        try:
            self._offset = float(self._inlet.time_correction(timeout=0.0))
        except Exception as error:
            if type(error).__name__ not in ("TimeoutError", "LostError"):
                raise
            return None
        return at, self._offset

    def _event(self, name: str) -> int:
        name = name if name and name.isprintable() else OTHER
        if name not in self._events and len(self._events) >= MOST_EVENTS:
            name = OTHER
        return self._events.setdefault(name, len(self._events))

    def _renamed(self, header: Header) -> Header:
        if tuple(self._events) != header.stream.channels:
            stream = replace(header.stream, channels=tuple(self._events), flags=None)
            self.header = header = header._replace(stream=stream)
        return header

    def close(self) -> None:
        self.gone = True
        self._inlet.close_stream()


def _free(name: str, taken: Mapping[str, object] | set[str]) -> str:
    """The name, or with a number if another stream has it."""
    name = "".join(c for c in name.replace("/", "_") if c.isprintable()).strip() or "stream"
    if name not in taken:
        return name
    return next(f"{name} {k}" for k in range(2, len(taken) + 3) if f"{name} {k}" not in taken)
