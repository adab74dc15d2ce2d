"""A page that watches the Stage while strangers do their worst: does it notice?"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from prehensile.bench._stage_server import Served, served
from prehensile.bench.hardening.strangers import attack
from prehensile.bench.stage import client
from prehensile.errors import PrehensileError
from prehensile.workers import workers

QUIET_SECONDS = 10.0
"""that the page watches before anybody comes"""
SETTLE = 2.0
"""[s] from the first stranger until the page's frames are counted"""


class Attacked(NamedTuple):
    """How a page was served, before and during an attack."""

    hz_quiet: float
    hz_attacked: float
    attempts: dict[str, int]
    """what strangers did, and which answers they got"""
    log_lines: int
    """that the server wrote from its start on"""


def attacked(seconds: float = 30.0, seed: int = 0) -> dict[str, float | int | None]:
    """Rates of a page that watches, [Hz], and lines of the server's log; for `bench hardening`.

    None in each where no Stage can be had on this machine; standard error says why.
    """
    try:
        with served("drop", "--port", "0", seconds=seconds + 120) as stage, beside() as there:
            found = watch_through(stage, there, seconds, seed)
    except PrehensileError as error:
        sys.stderr.write(f"no attack on the Stage: {error}\n")
        return dict.fromkeys(("stage_hz_quiet", "stage_hz_attacked", "stage_log_lines"))
    return {
        "stage_hz_quiet": found.hz_quiet,
        "stage_hz_attacked": found.hz_attacked,
        "stage_log_lines": found.log_lines,
    }


def watch_through(
    stage: Served,
    there: Callable[..., Any],
    seconds: float,
    seed: int,
    quiet: float = QUIET_SECONDS,
) -> Attacked:
    """Watch a Stage in peace, then while it is attacked.

    Args:
        stage: that runs.
        there: starts a coroutine function in a process of its own, as `beside` has it.
        seconds: of the attack.
        seed: of the strangers.
        quiet: [s] of watching before.
    """
    alone = there(client.watch, stage.url, 1, quiet).result().slowest_hz
    strangers = there(attack, stage.url, seconds, seed)
    there(asyncio.sleep, SETTLE).result()
    during = there(client.watch, stage.url, 1, max(1.0, seconds - SETTLE - 2)).result().slowest_hz
    attempts = strangers.result()
    return Attacked(alone, during, attempts, len(stage.log.read_text().splitlines()))


@contextmanager
def beside() -> Iterator[Callable[..., Any]]:
    """Starts coroutine functions in two processes of their own, and gives their futures."""
    with workers() as submit:
        yield lambda work, *arguments: submit(_run, work, arguments)


def _run(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    return asyncio.run(work(*arguments))
