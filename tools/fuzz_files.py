"""Spoilt files for every reader: what escapes, crashes, swells, hangs or reads what nobody gave.

python tools/fuzz_files.py --seed N                  1,000 files a reader, then more for 20 minutes
python tools/fuzz_files.py --seed N --minutes 5 --reader clip --reader style
python tools/fuzz_files.py --seed N --reader clip --number 17 --keep folder   that one file again
python tools/fuzz_files.py --cases                   every file that did harm once

A seed and a number give the same file again. ``--record`` keeps what was found, by default in
docs/measured/fuzz.json where every reader was tried.
"""

import argparse
import dataclasses
import json
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.fuzz.cases import Case, all_cases  # noqa: E402
from tests.fuzz.harness import KINDS, Counts, Fuzzed, fuzzed, merged  # noqa: E402
from tests.fuzz.seeds import GROUPS, all_seeds, seeds_of  # noqa: E402

RECORD = ROOT / "docs" / "measured" / "fuzz.json"
LOT = 100
"""files of a reader before the next reader's turn"""


def main() -> int:
    """Fuzz, tell, and keep the record."""
    chosen = _arguments()
    if chosen.cases:
        return _cases(chosen.cases, chosen.reader)
    seed = chosen.seed if chosen.seed is not None else secrets.randbelow(2**31)
    began = monotonic()
    place = chosen.record or (None if chosen.reader or chosen.group else RECORD)
    with fuzzed(_seeds(chosen)) as readers:
        if chosen.number is not None:
            return _one(readers, seed, chosen.number, chosen.keep)
        found = {name: Counts() for name in readers}
        record = _record(seed, began, found)
        for name, counts in _turns(readers, seed, chosen.count, began + 60 * chosen.minutes):
            found[name] = merged((found[name], counts))
            _tell(name, found[name], counts, seed)
            # After every lot: a long run that is ended has not been for nothing.
            record = _record(seed, began, found)
            if place is not None:
                place.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    said = ", ".join(f"{record[key]} {key}" for key in ("mutations", "readers", *KINDS))
    print(f"seed {seed}: {said}", file=sys.stderr)
    return 1 if any(record[kind] for kind in KINDS) else 0


def _record(seed: int, began: float, found: dict[str, Counts]) -> dict[str, Any]:
    whole = merged(found.values())
    return {
        "about": "Spoilt files read by every reader; see tools/fuzz_files.py.",
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "minutes": round((monotonic() - began) / 60, 1),
        "mutations": whole.mutations,
        "readers": len(found),
        "fewest": min(counts.mutations for counts in found.values()),
        **{kind: getattr(whole, kind) for kind in KINDS},
        "by_reader": {name: dataclasses.asdict(counts) for name, counts in sorted(found.items())},
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, help="drawn and printed if left out")
    parser.add_argument("--count", type=int, default=1000, help="files a reader at least (1000)")
    parser.add_argument("--minutes", type=float, default=20.0, help="go on for so long (20)")
    parser.add_argument("--reader", action="append", help="this one alone; may be repeated")
    parser.add_argument("--group", choices=GROUPS, help="these readers alone")
    parser.add_argument("--record", type=Path, help="file for what was found")
    parser.add_argument("--number", type=int, help="one file of one reader alone")
    parser.add_argument(
        "--cases",
        nargs="?",
        const="all",
        choices=("all", "quick", "slow"),
        help="what once did harm, and nothing else",
    )
    parser.add_argument("--keep", type=Path, help="folder to put that file into")
    return parser.parse_args()


def _seeds(chosen: argparse.Namespace) -> dict[str, Any]:
    seeds = seeds_of(chosen.group) if chosen.group else all_seeds()
    unknown = set(chosen.reader or ()) - set(seeds)
    if unknown:
        sys.exit(f"no reader {', '.join(sorted(unknown))}; there are: {', '.join(sorted(seeds))}")
    return {name: seeds[name] for name in chosen.reader or seeds}


def _turns(
    readers: dict[str, Fuzzed], seed: int, least: int, until: float
) -> Iterator[tuple[str, Counts]]:
    """Every reader in turn: the least of each first, then as many as time allows of the fast."""
    done = dict.fromkeys(readers, 0)
    cost = dict.fromkeys(readers, 0.0)
    names: Sequence[str] = list(readers)
    while True:
        names = [name for name in readers if done[name] < least] or sorted(
            readers, key=lambda name: cost[name]
        )
        for name in names:
            enough = done[name] >= least
            if enough and monotonic() > until:
                return
            lot = LOT if enough else min(LOT, least - done[name])
            start = monotonic()
            yield name, readers[name].run(seed, range(done[name], done[name] + lot))
            done[name] += lot
            cost[name] += monotonic() - start


def _tell(name: str, whole: Counts, new: Counts, seed: int) -> None:
    print(
        f"{name:20s} {whole.mutations:6d} read {whole.read:5d} refused {whole.refused:6d} "
        f"harm {whole.harm:3d}  {whole.largest_mb:5d} MB {whole.slowest_s:6.2f} s",
        file=sys.stderr, flush=True,
    )  # fmt: skip
    for one in new.failures:
        print(f"  {one['what']}: {one['why']}", file=sys.stderr)
        print(f"  again: --seed {seed} --reader {name} --number {one['number']}", file=sys.stderr)


def _one(readers: dict[str, Fuzzed], seed: int, number: int, keep: Path | None) -> int:
    for name, one in readers.items():
        file, content = one.spoilt(seed, number)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / Path(file).name).write_bytes(content)
        _tell(name, counts := one.run(seed, [number]), counts, seed)
        if counts.harm:
            return 1
    return 0


def _cases(which: str, only: list[str] | None) -> int:
    """Files that did harm once, those of a reader in one go."""
    wanted = {"all": (False, True), "quick": (False,), "slow": (True,)}[which]
    by_reader: dict[str, dict[str, Case]] = {}
    for name, case in all_cases().items():
        if case.slow in wanted and (not only or case.reader in only):
            by_reader.setdefault(case.reader, {})[name] = case
    seeds = all_seeds()
    harm = 0
    with fuzzed({reader: seeds[reader] for reader in by_reader}) as readers:
        for reader, cases in by_reader.items():
            counts = readers[reader].run_bytes(*(case.content() for case in cases.values()))
            assert counts.mutations == len(cases), "each is read"
            told = f"{counts.slowest_s:5.1f} s at most  {reader}: {len(cases)} cases"
            print(told, file=sys.stderr, flush=True)
            harm += counts.harm
            for one in counts.failures:
                name = list(cases)[one["number"]]
                print(f"  {name}: {one['what']}: {one['why']}", file=sys.stderr)
    count = sum(map(len, by_reader.values()))
    print(f"{count} cases, {harm} that do harm", file=sys.stderr)
    return 1 if harm else 0


@cache
def _commit() -> str:
    """Short name of the commit; with a + if the tree differs from it."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "src")
    return f"{git('rev-parse', '--short', 'HEAD') or 'unknown'}{'+' if changed else ''}"


if __name__ == "__main__":
    sys.exit(main())
