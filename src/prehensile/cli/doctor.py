"""``prehensile doctor``: what is here, what is missing, and what to do about each lack."""

import importlib.util
import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from importlib import metadata
from typing import Annotated, NamedTuple

import typer

from prehensile.cli.grammar.errors_to_exit import FAILED, stdout_to_stderr
from prehensile.cli.grammar.options import JsonOption

CORE = ("prehensile", "mujoco", "numpy", "scipy", "trimesh")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Finding(NamedTuple):
    """One line of the report."""

    part: str
    state: str
    """``"ok"``, ``"lack"`` (something optional is missing) or ``"broken"`` (nothing will run)."""
    found: str
    todo: str = ""


def command(
    as_json: JsonOption = False,
    clear_cache: Annotated[
        bool, typer.Option("--clear-cache", help="First remove every cached result.")
    ] = False,
) -> None:
    """Report what is installed, what is missing, and what to do about it.

    Exit code 0 if the core works (optional parts may be missing), 2 if it does not.
    """
    removed = _clear_cache() if clear_cache else None
    with stdout_to_stderr():
        findings = list(examine())
    works = all(f.state != "broken" for f in findings)
    if as_json:
        report = {"works": works, "findings": [f._asdict() for f in findings]}
        typer.echo(json.dumps(report, indent=2))
    else:
        if removed is not None:
            typer.echo(f"removed {removed} cached files")
        _print_report(findings)
    if not works:
        raise typer.Exit(FAILED)


def examine() -> Iterator[Finding]:
    """Every finding, in the order of the report."""
    yield Finding("python", "ok", platform.python_version())
    yield from (_core_package(name) for name in CORE)
    yield _simulation()
    yield _kernels()
    yield from _extras()
    yield _threads()
    yield _drawing()
    yield _page()
    yield _browser()
    yield _gpu()
    yield _cache()
    yield _reference_data()


def _core_package(name: str) -> Finding:
    try:
        return Finding(name, "ok", metadata.version(name))
    except metadata.PackageNotFoundError:
        return Finding(name, "broken", "not installed", "pip install prehensile")


def _simulation() -> Finding:
    """Does MuJoCo load and step with the integrator that we rely on?"""
    try:
        import mujoco

        xml = '<mujoco><option integrator="discrete"/><worldbody/></mujoco>'
        model = mujoco.MjModel.from_xml_string(xml)
        mujoco.mj_step(model, mujoco.MjData(model))
    except Exception as error:  # whatever a broken binary raises belongs in the report
        todo = "pip install --force-reinstall 'mujoco>=4.0,<5'"
        return Finding("simulation", "broken", f"{type(error).__name__}: {error}", todo)
    return Finding("simulation", "ok", "MuJoCo steps with the discrete integrator")


def _kernels() -> Finding:
    """Are the inner loops compiled, or does plain NumPy stand in?"""
    from prehensile.fast_path import lack_of_numba, why_plain

    why = why_plain()
    if why is None:
        return Finding("kernels", "ok", f"compiled by Numba {metadata.version('numba')}")
    todo = "for speed: " + ("pip install numba" if lack_of_numba() else "unset PREHENSILE_PLAIN")
    return Finding("kernels", "lack", f"plain NumPy: {why}", todo)


def _extras() -> Iterator[Finding]:
    from prehensile.extras import EXTRA_OF_PACKAGE

    distributions = metadata.packages_distributions()
    for package, extra in EXTRA_OF_PACKAGE.items():
        if importlib.util.find_spec(package) is None:
            todo = f"pip install 'prehensile[{extra}]'"
            yield Finding(package, "lack", f"not installed (extra {extra!r})", todo)
        else:
            version = metadata.version(distributions.get(package, [package])[0])
            yield Finding(package, "ok", version)


def _threads() -> Finding:
    cores = os.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    limit = os.environ.get("OMP_NUM_THREADS")
    note = f"; OMP_NUM_THREADS={limit}" if limit else ""
    return Finding("threads", "ok", f"{usable} of {cores} cores usable{note}")


def _drawing() -> Finding:
    from prehensile.draw.probe import APT_LINE, drawing_backend

    report = drawing_backend()
    if report.works:
        return Finding("drawing", "ok", report.renderer)
    todo = "install the missing package above" if "No module" in report.reason else APT_LINE
    return Finding("drawing", "lack", report.reason, f"for pictures: {todo}")


def _page() -> Finding:
    """Are the files there that ``make page`` builds: the Stage's page and the clip player?"""
    from importlib.resources import files

    built = ("stage/static/index.html", "export/static/player.html")
    absent = [name for name in built if not files("prehensile").joinpath(name).is_file()]
    if absent:
        return Finding("page", "lack", f"no {', '.join(absent)}", "in a clone: make page")
    return Finding("page", "ok", "Stage and clip player are built")


def _browser() -> Finding:
    for name in BROWSERS:
        if shutil.which(name):
            return Finding("browser", "ok", name)
    todo = "for browser tests: apt-get install --no-install-recommends chromium"
    return Finding("browser", "lack", f"none of {', '.join(BROWSERS)} in PATH", todo)


def _gpu() -> Finding:
    todo = "nothing: only very large batches would use one"
    if shutil.which("nvidia-smi") is None:
        return Finding("gpu", "lack", "no nvidia-smi in PATH", todo)
    question = ["nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader"]
    try:
        answer = subprocess.run(
            question, capture_output=True, text=True, timeout=20, check=True
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return Finding("gpu", "lack", "nvidia-smi does not answer", todo)
    return Finding("gpu", "ok", "; ".join(answer.splitlines()) or "none listed")


def _cache() -> Finding:
    from prehensile.cache import cache_folder, cache_size

    files, size = cache_size()
    todo = "to empty it: prehensile doctor --clear-cache" if files else ""
    return Finding("cache", "ok", f"{cache_folder()}: {files} files, {size / 1e6:.1f} MB", todo)


def _clear_cache() -> int:
    from prehensile.cache import cache_size, clear_cache

    before, _ = cache_size()
    clear_cache()
    return before - cache_size()[0]


def _reference_data() -> Finding:
    from prehensile.reference_data import reference_data_folder

    folder = reference_data_folder()
    if folder.is_dir():
        return Finding("reference data", "ok", str(folder))
    todo = "for tests and examples that use recordings: set PREHENSILE_DATA to their folder"
    return Finding("reference data", "lack", f"no folder {folder}", todo)


def _print_report(findings: list[Finding]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table()
    table.add_column("part", no_wrap=True)
    table.add_column("state", no_wrap=True)
    table.add_column("found", overflow="fold")
    style = {"ok": "green", "lack": "yellow", "broken": "red"}
    for f in findings:
        table.add_row(f.part, Text(f.state, style[f.state]), Text(f.found))
    Console().print(table)
    for f in findings:
        if f.todo:
            typer.echo(f"{f.part}: {f.todo}")  # outside the table: a line to copy must not be cut
