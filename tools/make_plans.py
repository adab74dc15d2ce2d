"""Plan how every object of the catalogue is grasped, for hands of both sides and three sizes.

Writes ``src/prehensile/control/data/plans.json``, which the package ships. A shipped plan is tried
by playing it, so an old one does no harm; where it no longer serves, planning takes its time again.
Run this after the planner, the physics or the catalogue has changed:

    .venv/bin/python tools/make_plans.py            # seed 0, about ten minutes on two cores
    .venv/bin/python tools/make_plans.py mug ball   # these objects only; the others stay
    .venv/bin/python tools/make_plans.py mug:right  # and of them one side

Plans that this code has made are not made again: what was interrupted goes on where it was.
"""

import datetime
import json
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from prehensile.atomic import atomic_path
from prehensile.bench.compliance.kept_sessions import commit
from prehensile.cache import code_digest
from prehensile.control.attempt.kept_plans import PLANNER, attempts_collected, planned_anew
from prehensile.control.attempt.plan import plan_of, plan_to_json
from prehensile.control.attempt.shipped_plans import (
    FILE,
    HANDS,
    PlanBook,
    object_print,
    read_plans,
)
from prehensile.control.grasp import grasp
from prehensile.errors import PrehensileError
from prehensile.hand.parse import parse_hand
from prehensile.world.catalogue import CATALOGUE, load_object

COMMAND = "python tools/make_plans.py"
SEED = 0
WORKERS = 2
MOST = 1_000_000
"""bytes of a file that is shipped"""
PATH = Path(__file__).parents[1] / "src/prehensile/control" / FILE
Row = dict[str, Any]


def main(asked: list[str]) -> None:
    """Plan what this code has not planned yet, and write it down after each."""
    code = code_digest(PLANNER)[:12]
    old = read_plans(PATH) if PATH.exists() else PlanBook({}, {}, {})
    rows: dict[str, Row] = {k: dict(row) for k, row in old.plans.items() if k in _all(None)}
    wanted = [key for key in _all(asked) if rows.get(key, {}).get("code") != code]
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PREHENSILE_CACHE"] = folder  # nothing of the user's
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a worker keeps to its core
        pool = ProcessPoolExecutor(WORKERS, get_context("spawn"))
        try:
            jobs = {pool.submit(planned, key): key for key in wanted}
            for done, job in enumerate(as_completed(jobs), start=1):
                key = jobs[job]
                rows[key] = job.result() | {"code": code}
                _write(rows)
                seconds = f"{perf_counter() - began:.0f} s"
                _say(f"{done} of {len(wanted)}, {seconds}: {key}: {rows[key]['verdict']}")
        finally:  # what is interrupted begins nothing more
            pool.shutdown(cancel_futures=True)
    lacking = [key for key, row in rows.items() if row["plan"] is None]
    _say(f"{len(rows) - len(lacking)} plans, {PATH.stat().st_size / 1e3:.0f} kB, in {PATH}")
    if lacking:
        _say(f"not managed, and left to the search: {', '.join(lacking)}")


def planned(key: str) -> Row:
    """Grasp as the command does by default; its plan, if the job was done."""
    name, hand = key.split()
    try:
        with planned_anew(), attempts_collected() as found:
            clip = grasp(name, parse_hand(hand).build(), seed=SEED)
    except PrehensileError as error:
        return {"plan": None, "verdict": str(error)}
    (attempt,) = found
    plan = plan_to_json(plan_of(attempt)) if attempt.managed and attempt.met else None
    return {"plan": plan, "verdict": str(clip.verdict)}


def _all(asked: list[str] | None) -> list[str]:
    """Names and hands: of everything, or of "mug", "mug:left"."""
    keys = [f"{name} {hand}" for name in CATALOGUE for hand in HANDS]
    if not asked:
        return keys
    found = [key for key in keys for one in asked if _means(one, key)]
    if not found:
        raise SystemExit(f"{asked} are none of {', '.join(CATALOGUE)}.")
    return found


def _means(one: str, key: str) -> bool:
    name, _, hand = one.partition(":")
    return key.startswith(f"{name} ") and key.split()[1].startswith(hand)


def _write(rows: dict[str, Row]) -> None:
    """One line for every plan."""
    keys = [key for key in _all(None) if key in rows]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    about = {"command": COMMAND, "seed": SEED, "commit": commit(), "date": today}
    names = dict.fromkeys(key.split()[0] for key in keys)
    prints = {name: _print(name) for name in names}
    book = PlanBook(prints, {key: rows[key] for key in keys}, about).to_json()
    plans = book.pop("plans")
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(row)}" for k, row in plans.items())
    text = json.dumps(book)[:-1] + ', "plans": {\n' + lines + "\n}}\n"
    if len(text) > MOST:
        raise SystemExit(f"{len(text)} bytes of plans; {MOST} at most are shipped.")
    with atomic_path(PATH) as temporary:
        temporary.write_text(text)


@cache
def _print(name: str) -> list[float]:
    return object_print(load_object(name))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
