"""Make src/prehensile/holds/data/library.json: grasps for the six kinds of holds.

    python tools/make_hold_library.py [--published] [KIND...]

Six standard holds, each pulled as designed, 30° to either side and 15° outwards. The search in the
design pull comes first; the other directions begin with what it found. With --published what the
search by strength found is kept, and only the published search is made anew.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from prehensile.atomic import atomic_path
from prehensile.hand.hand import Hand
from prehensile.holds.kinds.directions import tried_directions
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.library.library import make_library, read_library
from prehensile.holds.optimise.family import Style
from prehensile.holds.optimise.optimise import optimise_hold
from prehensile.holds.optimise.prove import prove
from prehensile.holds.optimise.published import published_grasp
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
    asked = [word for word in sys.argv[1:] if not word.startswith("-")]
    for kind in asked or KINDS:
        if "--published" in sys.argv:
            found[kind] = _published_anew(holds[kind], hand, found[kind])
        else:
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
        _say(found, name)
    return tuple(results)


def _published_anew(
    hold: Hold, hand: Hand, known: tuple[HoldResult, ...]
) -> tuple[HoldResult, ...]:
    """What `_searched` would find, without searching by strength where that is known."""
    results = []
    begin = [Style(*known[0].style)]  # that of the design pull
    for (name, direction), old in zip(tried_directions(hold).items(), known, strict=True):
        if old.source == "published":  # what was found by strength was not kept
            first, generations = ((), GENERATIONS) if not results else (begin, MORE_GENERATIONS)
            new = optimise_hold(
                hold, hand, direction, begin=first, generations=generations, seed=SEED
            )
        else:
            new = _with_published(hold, hand, old)
        results.append(new)
        _say(new, name)
    return tuple(results)


def _with_published(hold: Hold, hand: Hand, old: HoldResult) -> HoldResult:
    """A result by strength, beside a new one by the published objective."""
    began = perf_counter()
    found = published_grasp(hold, hand, old.direction, seed=SEED, threads=1)
    seconds = perf_counter() - began
    strength = float(prove(hold, hand, found.grasp, old.direction).strength[0])
    new = replace(
        old,
        published_strength=strength,
        published_objective=found.objective,
        published_seconds=seconds,
    )
    if strength <= old.strength:
        return new
    return replace(new, grasp=found.grasp, strength=strength, source="published")


def _say(found: HoldResult, name: str) -> None:
    print(
        f"{found.hold} {name}: {found.strength:.0f} N by {found.source}, published "
        f"{found.published_strength:.0f} N in {found.published_seconds:.1f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
