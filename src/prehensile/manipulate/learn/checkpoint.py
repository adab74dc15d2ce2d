"""Where learning stands, after every sweep: what a run that was stopped goes on from.

The policy so far, and the shapes of the states' searches; the rest follows from the seed. A run
that goes on from here writes the same policy, byte for byte, as one that was never stopped.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.array_header import HeadedArrays, Layout, header_count, header_value
from prehensile.manipulate.learn.library import Library
from prehensile.manipulate.learn.policy import (
    MOST_STATES,
    STATE_NAMES,
    Policy,
    policy_arrays,
    policy_header,
    policy_layout,
    policy_of,
)
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.learn.value_iteration import Progress
from prehensile.manipulate.states import States

FORMAT = HeadedArrays("prehensile.learning", 2)
KEPT = "kept_"
"""before the names of the arrays of the policy that did best so far"""
LIBRARY, STARTS, ENDS = "library_", "library_starts_", "library_ends_"
"""before those of the cycles that states share, and of where their trials began and ended"""
MOST_TRIALS = 10_000_000


def save_progress(path: str | Path, policy: Policy, progress: Progress) -> None:
    """Write it; whole or not at all.

    Raises:
        FileError: the file cannot be written.
    """
    header = {
        **policy_header(policy),
        "seed": progress.seed,
        "sweep": progress.sweep,
        "means": list(progress.means),
        "counts": list(progress.counts),
        "successes": list(progress.successes),
        "seconds": progress.seconds,
        "kept": 0 if progress.kept is None else len(progress.kept.states),
        "cycles": 0 if progress.library is None else len(progress.library.actions),
        "trials": 0 if progress.library is None else len(progress.library.which),
    }
    arrays = {**policy_arrays(policy.table), "shapes": progress.shapes}
    if progress.kept is not None:
        arrays |= {f"{KEPT}{n}": array for n, array in policy_arrays(progress.kept).items()}
    if progress.library is not None:
        arrays |= library_arrays(progress.library)
    FORMAT.write(path, header, arrays)


def load_progress(path: str | Path, policy: Policy | None = None) -> Progress:
    """Read where learning of the same task, hand, numbers and seed stood.

    Args:
        path: of the file.
        policy: what is being learned, as it would be saved; anything if left out.

    Raises:
        FileError: missing, damaged, of another version, or of something else.
    """
    with FORMAT.reading(path, _layout) as (header, arrays):
        now = policy_of(header, arrays)
        policy = now if policy is None else policy
        for what, mine, theirs in (
            ("task", policy.task, now.task),
            ("hand", dict(policy.hand), dict(now.hand)),
            ("numbers", policy.configuration.table(), now.configuration.table()),
            ("seed", policy.record.get("seed"), now.record.get("seed")),
        ):
            if mine != theirs:
                raise InputError(f"its {what} is not that of what is to be learned")
        means, counts = (header_value(header, name, list) for name in ("means", "counts"))
        sweep = header_count(header, "sweep")
        if not len(means) == len(counts) == sweep:
            raise InputError("its sweeps do not fit its values")
        return Progress(
            now.table, arrays["shapes"], header_count(header, "seed", 2**63), sweep,
            tuple(float(mean) for mean in means), tuple(int(count) for count in counts),
            _kept(header, arrays), tuple(int(s) for s in header_value(header, "successes", list)),
            float(header_value(header, "seconds", float)), _library(header, arrays),
        )  # fmt: skip


def _kept(header: dict[str, Any], arrays: Mapping[str, np.ndarray]) -> Table | None:
    if not header_count(header, "kept", MOST_STATES):
        return None
    named = {n.removeprefix(KEPT): a for n, a in arrays.items() if n.startswith(KEPT)}
    return policy_of(header, named).table


def library_arrays(library: Library) -> dict[str, np.ndarray]:
    """By name."""
    return {
        f"{LIBRARY}actions": library.actions,
        f"{LIBRARY}which": library.which,
        f"{LIBRARY}lost": library.lost,
        **{f"{STARTS}{name}": array for name, array in library.starts.arrays().items()},
        **{f"{ENDS}{name}": array for name, array in library.ends.arrays().items()},
    }


def _library(header: dict[str, Any], arrays: Mapping[str, np.ndarray]) -> Library | None:
    cycles = header_count(header, "cycles", MOST_STATES)
    if not cycles:
        return None
    which = arrays[f"{LIBRARY}which"]
    if len(which) and not (which.min() >= 0 and which.max() < cycles):
        raise InputError("its trials are of cycles that it has not")
    starts, ends = (States(*(arrays[f"{at}{n}"] for n in STATE_NAMES)) for at in (STARTS, ENDS))
    return Library(arrays[f"{LIBRARY}actions"], which, starts, ends, arrays[f"{LIBRARY}lost"])


def _library_layout(header: dict[str, Any], states: Layout) -> Layout:
    """Of as many cycles and trials as a header announces; columns as those of the states."""
    K = header_count(header, "cycles", MOST_STATES)
    n = header_count(header, "trials", MOST_TRIALS)
    columns = {name: (np.float64, (n, states[name][1][1])) for name in STATE_NAMES}
    return {
        f"{LIBRARY}actions": (np.float64, (K, *states["actions"][1][1:])),
        f"{LIBRARY}which": (np.int64, (n,)),
        f"{LIBRARY}lost": (np.bool_, (n,)),
        **{f"{at}{name}": kind for at in (STARTS, ENDS) for name, kind in columns.items()},
    }


def _layout(header: dict[str, Any]) -> Layout:
    layout = dict(policy_layout(header))
    n, _, m = layout["actions"][1]
    layout["shapes"] = (np.float64, (n, 3 * m, 3 * m))
    kept = header_count(header, "kept", MOST_STATES)
    if kept:
        best = policy_layout({**header, "states": kept})
        layout |= {f"{KEPT}{name}": kind for name, kind in best.items()}
    if header_count(header, "cycles", MOST_STATES):
        layout |= _library_layout(header, layout)
    return layout
