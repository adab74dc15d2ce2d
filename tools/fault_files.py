"""Cut commands short on purpose, and write down what became of them.

python tools/fault_files.py                         all of it: docs/measured/faults.json
python tools/fault_files.py --seed 5 --times 1 --command mocap --kind kill9    without a record

Full disks, file limits, read-only folders, SIGINT, SIGTERM and kill -9 at seeded moments over
grasp, export, mocap, skin and stage, five times each; then damaged caches. As root a full disk is a
small tmpfs. Linux.
"""

import argparse
import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import numpy as np

from prehensile.bench.hardening import faults
from prehensile.bench.hardening.damaged_caches import damaged_caches
from prehensile.bench.hardening.workshop import COMMANDS, workshop

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "docs" / "measured" / "faults.json"
CACHE_ROUNDS = 18


def main() -> int:
    """Try what is asked for; 1 if anything broke."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--times", type=int, default=5, help="of each kind on each command")
    parser.add_argument("--command", choices=COMMANDS, action="append")
    parser.add_argument("--kind", choices=faults.KINDS, action="append")
    chosen = parser.parse_args()
    began, commit = perf_counter(), _commit()
    commands, kinds = chosen.command, chosen.kind
    outcomes = []
    with workshop() as shop:
        for command in commands or COMMANDS:
            rng = np.random.default_rng([chosen.seed, COMMANDS.index(command)])
            known: dict[tuple[str, ...], faults.Usual] = {}
            for _ in range(chosen.times):
                words = shop.words(command, rng)
                if tuple(words) not in known:
                    faults.usual(shop, words)  # fills the cache
                    known[tuple(words)] = faults.usual(shop, words)
                about = known[tuple(words)]
                for kind in kinds or faults.KINDS:
                    one = faults.fault(shop, words, kind, rng, about)
                    outcomes.append(one)
                    state = one.broken or ("ok" if one.landed else "missed")
                    print(f"{command} {kind}: {one.how}: {state}", flush=True)
    found = faults.counts(outcomes)
    if commands or kinds:
        print(json.dumps(found, indent=1))
        return bool(found["faults_broken"])
    found |= damaged_caches(chosen.seed, CACHE_ROUNDS)
    record = {
        "about": "Commands cut short on purpose, and damaged caches; see tools/fault_files.py.",
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit,
        "seed": chosen.seed,
        "times": chosen.times,
        "machine": f"{platform.system()}, Python {platform.python_version()}",
        "seconds": round(perf_counter() - began),
        **found,
        "missed": sum(not one.landed for one in outcomes),
        "faults": [one._asdict() for one in outcomes],
    }
    RECORD.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(f"{RECORD}: {found}")
    return bool(found["faults_broken"] or found["damaged_cache_failures"])


def _commit() -> str:
    words = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude=*"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
