"""Strangers at the Stage for a quarter of an hour, beside a page that watches.

python tools/soak_stage.py --seed N                 15 minutes; writes docs/measured/soak.json
python tools/soak_stage.py --seed N --minutes 1 --record /tmp/soak.json

A Stage is started on a free port of this machine and nobody else is spoken to. All of
`prehensile.bench.hardening.strangers` is done at once from the first minute to the last; every
minute a new page comes, watches, and goes. Ends with 1 if a page had less than nine tenths of the
frames it had in peace, if the log grew by more than two lines a minute, or if files stay open.
"""

import argparse
import asyncio
import json
import os
import platform
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prehensile.bench._stage_server import Served, served
from prehensile.bench.hardening.stage_attack import beside
from prehensile.bench.hardening.strangers import attack
from prehensile.bench.stage import client

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "docs" / "measured" / "soak.json"
MINUTE = 60.0
QUIET = 20.0
"""[s] of watching before the first and after the last stranger"""
LEAVING = 12.0
"""[s] in which the last strangers' connections are gone"""
LEAST_SHARE, MOST_LINES, MOST_LEFT = 0.9, 2, 8
"""of the quiet rate; lines of log a minute; files open in the end besides those of the start"""


def main() -> int:
    """Soak, tell, and keep the record."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, help="drawn and printed if left out")
    parser.add_argument("--minutes", type=int, default=15, choices=range(1, 61), metavar="N")
    parser.add_argument("--record", type=Path, default=RECORD, help="file for what was found")
    chosen = parser.parse_args()
    seed = secrets.randbelow(2**31) if chosen.seed is None else chosen.seed
    seconds = chosen.minutes * MINUTE
    with served("drop", "--port", "0", seconds=seconds + 300) as stage, beside() as there:
        found = soak(stage, there, chosen.minutes, seed)
    record = {
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        **found,
    }
    chosen.record.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    shown = {key: value for key, value in record.items() if not isinstance(value, list | dict)}
    print(json.dumps(shown), file=sys.stderr)
    return 0 if record["harm"] == 0 else 1


def soak(stage: Served, there: Callable[..., Any], minutes: int, seed: int) -> dict[str, Any]:
    """What a page sees and what it costs the server, minute by minute."""

    def watched(seconds: float) -> float:
        return there(client.watch, stage.url, 1, seconds).result().slowest_hz

    before = watched(QUIET)
    files = open_files(stage)
    strangers = there(attack, stage.url, minutes * MINUTE, seed)
    began = time.monotonic()
    table = []
    for minute in range(1, minutes + 1):
        came = time.perf_counter()
        seen = there(client.first_frame, stage.url).result() - came
        left = began + minute * MINUTE - time.monotonic() - 3.0
        row = {
            "minute": minute,
            "hz": round(watched(max(5.0, left)), 2),
            "newcomer_s": round(seen, 3),
            "resident_mb": round(resident(stage), 1),
            "files": open_files(stage),
            "log_lines": log_lines(stage),
            "load": round(os.getloadavg()[0], 1),
        }
        table.append(row)
        print(json.dumps(row), file=sys.stderr, flush=True)
    attempts = strangers.result()
    there(asyncio.sleep, LEAVING).result()
    after = watched(QUIET)
    quiet = (before + after) / 2
    rates = [row["hz"] for row in table]
    left_open = open_files(stage) - files
    lines = log_lines(stage)
    mean = sum(rates) / len(rates)
    return {
        "minutes": minutes,
        "hz_quiet_before": round(before, 2),
        "hz_quiet_after": round(after, 2),
        "hz_attacked": round(mean, 2),
        "hz_attacked_least": min(rates),
        "share": round(mean / quiet, 3),
        "newcomer_s_worst": max(row["newcomer_s"] for row in table),
        "log_lines": lines,
        "files_left_open": left_open,
        "harm": (mean < LEAST_SHARE * quiet)
        + (lines > MOST_LINES * minutes + 2)
        + (left_open > MOST_LEFT),
        "attempts": attempts,
        "by_minute": table,
    }


def open_files(stage: Served) -> int:
    """Files and connections that the server has open."""
    return len(list(Path(f"/proc/{stage.pid}/fd").iterdir()))


def resident(stage: Served) -> float:
    """[MB] of memory that the server uses."""
    lines = Path(f"/proc/{stage.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000


def log_lines(stage: Served) -> int:
    """Lines that the server wrote since it began."""
    return len(stage.log.read_text().splitlines())


def _commit() -> str:
    """Short name of the commit; with a + if the tree differs from it."""
    words = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude", "*"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    raise SystemExit(main())
