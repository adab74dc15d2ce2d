"""Make src/prehensile/holds/data/library.json: grasps for the six kinds of holds.

    python tools/make_hold_library.py

Six standard holds, each pulled as designed, 30° to either side and 15° outwards. The search in the
design pull comes first; the other directions begin with what it found.
"""

import json
import sys
from pathlib import Path

from prehensile.atomic import atomic_path
from prehensile.hand.hand import Hand
from prehensile.holds.kinds.directions import tried_directions
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.library.library import make_library, read_library
from prehensile.holds.optimise.family import Style
from prehensile.holds.optimise.optimise import optimise_hold
from prehensile.holds.optimise.result import HoldResult

COMMAND = "python tools/make_hold_library.py"
FILE = Path(__file__).parents[1] / "src/prehensile/holds/data/library.json"
SEED = 0
GENERATIONS, MORE_GENERATIONS = 4, 2
"""in the design pull, and in the others"""


def main() -> None:
    """Search and write, kind by kind; with names of kinds, those alone are made anew."""
    hand = Hand()
    holds = {kind: make(None) for kind, make in KINDS.items()}
    found = dict(read_library(FILE).entries) if FILE.exists() else {}
    for kind in sys.argv[1:] or KINDS:
        found[kind] = _searched(holds[kind], hand)
        made = [holds[k] for k in KINDS if k in found]
        results = [r for hold in made for r in found[hold.kind]]
        library = make_library(made, results, hand, f"{COMMAND} (seed {SEED})")
        with atomic_path(FILE) as path:
            path.write_text(json.dumps(library.to_json(), separators=(",", ":")))


def _searched(hold: Hold, hand: Hand) -> tuple[HoldResult, ...]:
    """What was found for a hold in every direction."""
    results: list[HoldResult] = []
    begin: list[Style] = []
    for name, direction in tried_directions(hold).items():
        generations = MORE_GENERATIONS if begin else GENERATIONS
        found = optimise_hold(
            hold, hand, direction, begin=begin, generations=generations, seed=SEED
        )
        if found.style and not begin:
            begin = [Style(*found.style)]
        results.append(found)
        print(
            f"{hold.name} {name}: {found.strength:.0f} N by {found.source}, published "
            f"{found.published_strength:.0f} N in {found.published_seconds:.1f} s",
            flush=True,
        )
    return tuple(results)


if __name__ == "__main__":
    main()
