"""A live session played on objects until it ends: poses taken as they come, steps as time goes."""

import signal
import threading
import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prehensile.capture.live.session import LiveSession
from prehensile.errors import InputError
from prehensile.synthesis.play.live import Live
from prehensile.synthesis.play.streamed import StreamedReference
from prehensile.synthesis.setting import Reference

BEAT = 0.004
"""[s] between two looks at what came: two steps"""
PATIENCE = 10.0
"""[s] for the first pose"""


def play_streams(
    session: LiveSession,
    reference: StreamedReference,
    begin: Callable[[Reference, float], Live],
    seconds: float | None = None,
    each: Callable[[Live], None] | None = None,
    sleep: Callable[[float], None] = clock.sleep,
) -> Live:
    """Play until the time is over, an object left the room, or somebody interrupts.

    Args:
        session: that is listened to.
        reference: of what its samples show.
        begin: makes the player for the first reference, and when it begins [s].
        seconds: how long; until it is interrupted if left out.
        each: told after every beat.
        sleep: waits [s]; for tests.

    Raises:
        InputError: no stream shows a hand.
    """
    live, since = None, session.now()
    try:
        with _noted_interrupts() as interrupts:
            while True:
                sleep(BEAT)
                if interrupts:
                    raise KeyboardInterrupt
                now = session.now()
                moment, samples = session.samples()
                to = reference.at(samples)
                if live is None:
                    if to is not None:
                        live, since = begin(to, session.now()), session.now()
                    elif now - since > PATIENCE:
                        raise InputError(
                            f"no stream showed a hand within {PATIENCE:g} s: joint angles, "
                            "rotations or keypoints are needed."
                        )
                    continue
                if to is not None:
                    live.follow(now, moment, to)
                live.advance(now)
                if each is not None:
                    each(live)
                if live.play.left or (seconds is not None and now - since >= seconds):
                    return live
    except KeyboardInterrupt:
        if live is None:
            raise
        return live


@contextmanager
def _noted_interrupts() -> Iterator[list[int]]:
    """Ctrl-C or its like, noted and not raised: raised in a compiled kernel it is a SystemError."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return
    names = (signal.SIGINT, signal.SIGTERM)
    before = {name: signal.getsignal(name) for name in names}
    try:
        for name in names:
            signal.signal(name, lambda number, _: noted.append(number))
        yield noted
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
