"""Measure, keep the figures with date and machine, and write docs/measured.md from them.

python tools/measured.py [AREA …]    measure these areas; all of them if none is named
python tools/measured.py --page      write the page and README's six lines from the records alone

A record is docs/measured/AREA.json: what ``prehensile bench AREA --json`` printed, what was asked,
and when, where and from which commit. Measure on a machine that does nothing else.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

from prehensile.cli.grammar.options import areas_of, load_area

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "docs" / "measured"
PAGE = ROOT / "docs" / "measured.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- figures: make measured -->\n", "<!-- end of figures -->\n"

Record = dict[str, Any]


def main() -> None:
    """Measure what is asked for, then write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("areas", nargs="*", metavar="AREA", help="all if none is named")
    parser.add_argument("--page", action="store_true", help="measure nothing")
    chosen = parser.parse_args()
    RECORDS.mkdir(exist_ok=True)
    for area in () if chosen.page else chosen.areas or areas_of("bench"):
        print(f"bench {area}", flush=True)
        record = measured(area)
        (RECORDS / f"{area}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    records = read_records()
    PAGE.write_text(page(records, areas_of("bench")), "utf-8")
    if set(records) == set(areas_of("bench")):
        README.write_text(with_headlines(README.read_text("utf-8"), records), "utf-8")


def measured(area: str) -> Record:
    """Run one area as a user would."""
    module, load, began = load_area("bench", area), os.getloadavg()[0], perf_counter()
    call = "import sys; from prehensile.cli.app import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", call, "bench", area, "--json"], stdout=subprocess.PIPE, check=True
    )
    return {
        "area": area,
        "about": (module.__doc__ or "").strip().partition("\n")[0],
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "machine": _machine(),
        "load_before": round(load, 1),
        "seconds": round(perf_counter() - began),
        "asked": module.REFERENCE,
        "figures": json.loads(done.stdout),
    }


def _commit() -> str:
    """Short name of the commit; with a + if the tree differs from it."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "src")
    return f"{git('rev-parse', '--short', 'HEAD') or 'unknown'}{'+' if changed else ''}"


def _machine() -> str:
    """Cores, processor and the versions that decide how fast it is."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        if line.startswith("model name")
    ]
    libraries = ", ".join(f"{name} {version(name)}" for name in ("mujoco", "numpy", "numba"))
    processor = names[0] if names else platform.processor() or platform.machine()
    return f"{os.cpu_count()} cores of {processor}; Python {platform.python_version()}, {libraries}"


def read_records() -> dict[str, Record]:
    """Area → its record, by name."""
    found = (json.loads(path.read_text("utf-8")) for path in sorted(RECORDS.glob("*.json")))
    return {record["area"]: record for record in found if "area" in record}


def page(records: Mapping[str, Record], areas: Sequence[str]) -> str:
    """docs/measured.md: a section for every area."""
    parts = [
        "<!-- made by tools/measured.py; do not edit -->\n\n# Measured\n\n"
        "What `prehensile bench AREA` measures, what was asked or published, and what came out. "
        "Figures of speed are\nthe best of several repeats, taken in turns with what they are "
        "compared with. `make measured` measures again\n(about an hour) and writes this page from "
        "the records in `docs/measured/`; `load` is how many processes other than\nours wanted a "
        "core when an area began: times taken beside others are worth little.\n"
    ]
    parts += [
        _section(records[area]) if area in records else f"## {area}\n\nNot measured yet.\n"
        for area in areas
    ]
    return "\n".join(parts)


def _section(record: Record) -> str:
    area, figures, asked = record["area"], record["figures"], record["asked"]
    where = f"{record['date']}, commit `{record['commit']}`, {record['machine']}; "
    rows = "\n".join(
        f"| `{name}` | {_text(value, area)} | {_cell(asked.get(name, ''))} |"
        for name, value in figures.items()
    )
    parts = [
        f"## {area}\n\n{record['about']}\n\n"
        f"*{where}load {record['load_before']}; {record['seconds']} s.*\n\n"
        f"| figure | measured | asked or published |\n|---|---|---|\n{rows}\n"
    ]
    return "\n".join([*parts, *(_nested(n, v) for n, v in figures.items() if _by_name(v))])


def _nested(title: str, table: Mapping[str, Mapping[str, Any]]) -> str:
    """A row for each name, a column for each figure."""
    columns = list(dict.fromkeys(key for one in table.values() for key in one))
    head = f"| `{title}` | " + " | ".join(f"`{c}`" for c in columns) + " |"
    rows = [
        f"| {name} | " + " | ".join(_text(one.get(c), "") for c in columns) + " |"
        for name, one in table.items()
    ]
    return "\n".join([head, "|---" * (len(columns) + 1) + "|", *rows, ""])


def _by_name(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, dict) for one in value.values())


def _text(value: Any, area: str) -> str:
    """A value as it stands in a table."""
    if value is None:
        return "no figure"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list) and len(value) <= 8 and not any(isinstance(v, list) for v in value):
        return ", ".join(_text(one, area) for one in value) or "none"
    if isinstance(value, list) or _by_name(value):
        return "below" if _by_name(value) else f"[{len(value)} rows](measured/{area}.json)"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(one, area)}" for name, one in value.items())
    return _cell(str(value))


def _number(value: float) -> str:
    """Three digits; four where the number is large."""
    return f"{value:,.3g}" if abs(value) < 1e3 else f"{value:,.0f}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*")


def headlines(records: Mapping[str, Record]) -> list[str]:
    """README's six lines."""
    of = {area: record["figures"] for area, record in records.items()}
    world, holding, control = of["world"], of["holding"], of["control"]
    ik, eigenskin, forks = of["ik"], of["eigenskin"], of["forks"]
    share = world["world_steps_per_s"] / world["raw_mujoco_steps_per_s"]
    return [
        f"**{holding['catalogue_managed']} of {holding['catalogue_total']}** things of the "
        f"catalogue managed; from one recording, {control['held']} of {control['tried']} held "
        "through a lift and a shake",
        f"**{holding['creep_um_per_s']:.2g} µm/s** of creep of a held 0.2 kg thing, median of 30 "
        "grasps; MuJoCo's users report 50 to 155",
        f"**{share:.2g}** of the bare MuJoCo loop's steps per second, contacts read; a whole grasp "
        f"runs {control['realtime_factor']:.0f} × real time on one core (preset `fast`)",
        f"**{ik['whole_hand_us_batched']:.2g} µs** for five fingertips, batched; one finger's path "
        f"{ik['ratio_vs_mink']:.0f} × as fast as mink",
        f"**{1e-3 * eigenskin['eigenskin_us_56k']:.2g} ms** to bend a skin of 57 000 triangles "
        "with its folds and bulges, one core",
        f"**{forks['ratio_400']:.0f} ×** MuJoCo's speed for a chain of 400 compliant links, "
        "reduced to its end",
    ]


def with_headlines(text: str, records: Mapping[str, Record]) -> str:
    """README with its six lines renewed."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    lines = "".join(f"- {line}\n" for line in headlines(records))
    return f"{before}{BEGIN}{lines}{END}{after}"


if __name__ == "__main__":
    main()
