"""Plan how every object of the catalogue is grasped, for hands of both sides and three sizes.

Writes ``src/prehensile/control/data/plans.zip``, which the package ships. Plans belong to the code
that made them: run this after the planner, the physics or the catalogue has changed.

    .venv/bin/python tools/make_plans.py            # seed 0, about ten minutes on one core
    .venv/bin/python tools/make_plans.py mug ball   # some objects only; the others are left out
"""

import sys
import tempfile
from os import environ
from pathlib import Path

from prehensile.atomic import atomic_path
from prehensile.control.attempt.kept_plans import (
    SHIPPED,
    planned_anew,
    plans_collected,
    shipped_bytes,
)
from prehensile.control.grasp import grasp
from prehensile.hand.parse import parse_hand
from prehensile.world.catalogue import CATALOGUE

HANDS = [f"{side}:{size}" for side in ("right", "left") for size in ("p5", "p50", "p95")]
SEED = 0
MOST = 1_000_000
"""bytes of a file that is shipped"""
FILE = Path(__file__).parents[1] / "src/prehensile/control" / SHIPPED


def main(names: list[str]) -> None:
    """Grasp each as the command does by default, and keep what was planned."""
    with tempfile.TemporaryDirectory() as folder, plans_collected() as plans, planned_anew():
        environ["PREHENSILE_CACHE"] = folder  # nothing of the user's
        for name in names or CATALOGUE:
            for hand in HANDS:
                clip = grasp(name, parse_hand(hand).build(), seed=SEED)
                sys.stdout.write(f"{name}, {hand}: {clip.verdict}\n")
                sys.stdout.flush()
    data = shipped_bytes(plans, f"python tools/make_plans.py, seed {SEED}")
    if len(data) > MOST:
        raise SystemExit(f"{len(data)} bytes of plans; {MOST} at most are shipped.")
    with atomic_path(FILE) as temporary:
        temporary.write_bytes(data)
    sys.stdout.write(f"{len(plans)} plans, {len(data) / 1e3:.0f} kB, in {FILE}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
