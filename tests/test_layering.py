"""The house plan, enforced: who may import whom, and what loads only on first use."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import prehensile

ROOT = Path(prehensile.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

FLOORS = """
    _version errors | extras atomic cache reference_data fast_path lie | hand | kinematics | motion
    | world | quality | synergy | control | holds | manipulate | forks | capture | compliance
    | synthesis | tango | skin | appearance | export | draw | bench figures | stage | cli
"""
"""From the top down. A package may import itself and what stands on a higher floor."""

FLOOR_OF = {room: i for i, floor in enumerate(FLOORS.split("|")) for room in floor.split()}
GROUND = {"_version", "errors", "extras", "atomic", "cache", "reference_data", "fast_path"}
"""Single modules that serve everybody, and may use one another."""

FORBIDDEN = {
    "quality": {"world"},  # judges contacts; does not simulate
    "forks": {"world"},  # the point is to do without it
    "compliance": {"world"},
    "export": {"world"},
}
"""Rooms that stand higher and are still out of bounds."""

LATE = {
    "pyvista", "matplotlib", "trimesh", "scipy.optimize", "numba", "coacd", "skimage", "cma",
    "starlette", "uvicorn", "websockets", "ezc3d", "imageio_ffmpeg",
    "ngsolve", "netgen",
}  # fmt: skip
"""Slow to import or optional: inside functions only. A module ``_kernels.py`` may import Numba,
and is then itself imported late."""


def _room(file: Path) -> str:
    return file.relative_to(ROOT).parts[0].removesuffix(".py")


def _imported(node: ast.AST, file: Path) -> Iterator[str]:
    """Dotted names that an import statement may load; relative ones made absolute."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            here = ["prehensile", *file.relative_to(ROOT).parts[:-1]]
            base = ".".join([*here[: len(here) - node.level + 1], *filter(None, [base])])
        yield base
        yield from (f"{base}.{alias.name}" for alias in node.names)


def _named(node: ast.AST) -> Iterator[str]:
    """Dotted names that stand in a string, as in a table of modules to load later."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from re.findall(r"^prehensile(?:\.\w+)+", node.value)


def _wrong_rooms(file: Path, names: Iterable[str]) -> set[str]:
    user = _room(file)
    if user in {"__init__", "__main__"}:  # the root names are the front door to every room
        return set()
    parts = (name.split(".") for name in names if name.startswith("prehensile."))
    return {p[1] for p in parts if p[1] in FLOOR_OF and not _may_use(user, p[1])}


def _nodes(file: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(file.read_text("utf-8")))


def _may_use(user: str, used: str) -> bool:
    if user == used or (user in GROUND and used in GROUND):
        return True
    return FLOOR_OF[used] < FLOOR_OF[user] and used not in FORBIDDEN.get(user, set())


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Statements that run when the module is imported; ``if TYPE_CHECKING:`` never does."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from _outside_functions(node)


def test_every_package_has_a_floor() -> None:
    rooms = {_room(f) for f in FILES} - {"__init__", "__main__"}
    assert rooms <= set(FLOOR_OF)


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_imports_point_upwards(file: Path) -> None:
    wrong = _wrong_rooms(file, (name for node in _nodes(file) for name in _imported(node, file)))
    assert not wrong, f"{_room(file)} must not import {sorted(wrong)}"


def test_one_lazy_table_names_lower_rooms() -> None:
    """``Clip.save`` finds its writer by suffix: the only names of lower rooms, in one file."""
    tables = [
        file
        for file in FILES
        if _wrong_rooms(file, (name for node in _nodes(file) for name in _named(node)))
    ]
    assert len(tables) <= 1, tables
    assert all(_room(file) == "motion" for file in tables), tables


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_slow_libraries_load_on_first_use(file: Path) -> None:
    late = LATE - {"numba"} if file.name == "_kernels.py" else LATE
    early = {
        name
        for node in _outside_functions(ast.parse(file.read_text("utf-8")))
        for name in _imported(node, file)
        if any(name == l or name.startswith(f"{l}.") for l in late)
        or (name.startswith("prehensile.") and "_kernels" in name.split("."))
    }
    assert not early, f"move into the functions that use them: {sorted(early)}"


def test_the_rules_bite() -> None:
    assert not _may_use("hand", "world")
    assert not _may_use("bench", "figures")
    assert not _may_use("errors", "lie")
    assert not _may_use("forks", "world")
    assert _may_use("cache", "atomic")
    assert _may_use("cli", "draw")
    source = "if True:\n    import scipy.optimize\ndef f():\n    import numba\n"
    names = [n for s in _outside_functions(ast.parse(source)) for n in _imported(s, ROOT / "x.py")]
    assert names == ["scipy.optimize"]
    relative = ast.parse("from ..world import object").body[0]
    assert "prehensile.world.object" in _imported(relative, ROOT / "hand" / "x.py")
