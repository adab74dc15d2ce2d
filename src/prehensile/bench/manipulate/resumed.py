"""Whether learning that is killed and goes on ends with the bytes of learning that was not."""

from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from prehensile.manipulate.learning import learn
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named
from prehensile.manipulate.tasks.task import Task

REFERENCE = {"resume_equal": "true"}
TINY = {
    "sweeps": 3, "generations": 1, "population": 6, "repeats": 1, "first_states": 3,
    "most_states": 5, "strolls": 2, "stroll_cycles": 1, "longest": 0.1, "trials": 0,
}  # fmt: skip
"""numbers of a run that takes seconds"""
SEED = 503
"""development"""
PATIENCE = 120.0
"""[s] for the first sweep of the run that is to be killed: seconds, unless others compute"""


def resume_figures() -> dict[str, Any]:
    """Kill a run after its first sweep, let another go on, and compare."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        whole = learn(tiny_task(), seed=SEED).save(folder / "whole.npz")
        kept = folder / "kept.npz"
        kill_after_first_sweep(kept)
        if not kept.exists():  # a machine so busy that nothing was learned: nothing to tell
            return {"resume_equal": None}
        parts = learn(tiny_task(), seed=SEED, checkpoint=kept, resume=True)
        same = parts.save(folder / "parts.npz").read_bytes() == whole.read_bytes()
    return {"resume_equal": same}


def kill_after_first_sweep(kept: Path) -> None:
    """A process that learns, gone as soon as there is something to go on from."""
    process = get_context("spawn").Process(target=_learned, args=(kept,), daemon=True)
    process.start()
    until = monotonic() + PATIENCE
    try:
        while process.is_alive() and not kept.exists() and monotonic() < until:
            sleep(0.01)
    finally:  # at Ctrl-C too
        process.kill()
        process.join()


def tiny_task() -> Task:
    """The dial, hardly learned."""
    return task_named("dial", configuration=NUMBERS["dial"].changed(**TINY))


def _learned(kept: Path) -> None:
    learn(tiny_task(), seed=SEED, checkpoint=kept)
