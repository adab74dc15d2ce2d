"""Files from strangers, full disks, crowded sockets: what harm they do. None is promised."""

import secrets
from collections.abc import Callable
from typing import Any

from prehensile.bench.hardening import faults, stage_attack
from prehensile.bench.hardening.fuzzed import HARM, fuzz_now
from prehensile.bench.hardening.records import record, total

REFERENCE = {
    "mutations": "at least 100,000 spoilt files, from the record",
    "readers": "at least 36, with 1,000 files each",
    "faults_tried": "at least 150, from the record",
    "record_commit": "",
    "seed": "drawn afresh",
    "mutations_now": "at least 3,000",
    **dict.fromkeys(HARM, "0, of record and now"),
    "faults_broken": "0, of record and now",
    "orphans": "0",
    "half_files": "0",
    "damaged_caches": "at least 50",
    "damaged_cache_failures": "0",
    "stage_hz_quiet": "",
    "stage_hz_attacked": "at least 0.9 of quiet",
    "stage_log_lines": "at most 10",
}
FAULTS = ("faults_broken", "orphans", "half_files", "damaged_caches", "damaged_cache_failures")
ATTACK_SECONDS = 30.0


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    seed = secrets.randbelow(2**31)
    kept = {name: record(name) or {} for name in ("fuzz", "faults", "soak")}
    progress("spoilt files")
    now = fuzz_now(seed) or {}
    progress("faults")
    broken = faults.one_of_each(seed, progress)
    progress("an attack on the Stage")
    attack = stage_attack.attacked(ATTACK_SECONDS)
    return {
        "mutations": kept["fuzz"].get("mutations"),
        "readers": kept["fuzz"].get("readers"),
        "faults_tried": kept["faults"].get("faults_tried"),
        "record_commit": kept["fuzz"].get("commit"),
        "seed": seed,
        "mutations_now": now.get("mutations"),
        **{name: total(kept["fuzz"].get(name), now.get(name)) for name in HARM},
        **{name: total(kept["faults"].get(name), broken.get(name)) for name in FAULTS},
        **attack,
    }
