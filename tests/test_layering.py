"""The house plan, enforced: who may import whom, and what loads only on first use."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import prehensile

ROOT = Path(prehensile.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

FLOORS = """
    _version errors | extras atomic cache code_digest reference_data fast_path frozen lie
    | mesh files
    | hand | kinematics | motion | world | quality | synergy | control | holds | climb | manipulate
    | forks | capture | compliance | synthesis | tango | skin | appearance | export | draw
    | bench figures | stage | cli
"""
"""From the top down. A package may import itself and what stands on a higher floor."""

ALCOVES = {
    "hand": "- | loaded",
    "kinematics": "- | ik | fit",
    "motion": "- | clip_files | mocap spell",
    "world": "objects | things | - | batch",
    "quality": "measure | judge",
    "control": "- | arm | law | example | place | live | attempt | keyed experiments",
    "holds": "kinds | optimise | library",
    "forks": "mechanism | statics models | reduced | full articulated measure | contact",
    "capture": "recording | signals | sensors | lab live",
    "compliance": "model | recorded | joints tip | told",
    "synthesis": "lcp touching | -",
    "appearance": "generate model | fit bake | -",
    "skin": "flesh rig | template tissue | eigenskin paint | imported | -",
    "bench": "- | appearance capture compliance control eigenskin holding ik quality skin stage "
    "| synthesis",
    "stage": "- | shows streams verdicts | scenes",
    "cli": "- | capture",
}
"""Folders inside a room, from the top down; ``-`` are the files at the room's top. An alcove
imports only what stands above it, and none of those beside it."""

DOORS = {
    "hand": {"corpus", "description", "measured_spec", "parse", "webxr_joints"},
    "control": {"grasp"},
}
"""Files at the top of a room that may import its alcoves, and that none of these may import."""

CONVENIENCES = {
    ("hand.spec", "hand.hand"),  # HandSpec.build()
    ("hand.loaded.spec", "hand.loaded.hand"),  # LoadedSpec.build()
    ("motion.clip", "motion.resample"),  # Clip.resample()
    ("capture.recording.recording", "capture.recording.formats"),  # Recording.save(), .load()
    ("capture.recording.recording", "capture.recording.as_clip"),  # Recording.clip()
}
"""Methods that fetch the module which imports theirs, inside a function."""

MOST_MODULES = 25
"""in one folder"""

FLOOR_OF = {room: i for i, floor in enumerate(FLOORS.split("|")) for room in floor.split()}
GROUND = {
    "_version", "errors", "extras", "atomic", "cache", "code_digest", "reference_data", "fast_path",
    "frozen",
}  # fmt: skip
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
    "starlette", "uvicorn", "websockets", "ezc3d", "imageio_ffmpeg", "PIL",
    "ngsolve", "netgen", "h5py", "pyxdf", "pylsl",
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


def _named(file: Path) -> Iterator[str]:
    """Dotted names that stand in a string, as in a table of modules to load later."""
    text = file.read_text("utf-8")
    for node in ast.walk(ast.parse(text)) if re.search(r"[\"']prehensile\.", text) else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"^prehensile(?:\.\w+)+", node.value)


def _wrong_rooms(file: Path, names: Iterable[str]) -> set[str]:
    user = _room(file)
    if user in {"__init__", "__main__"}:  # the root names are the front door to every room
        return set()
    parts = (name.split(".") for name in names if name.startswith("prehensile."))
    return {p[1] for p in parts if p[1] in FLOOR_OF and not _may_use(user, p[1])}


class Import(NamedTuple):
    """One import statement."""

    names: tuple[str, ...]
    early: bool
    """it runs when the module is imported"""
    for_types: bool
    """it stands under ``if TYPE_CHECKING:`` and never runs"""


@cache
def _imports(file: Path) -> tuple[Import, ...]:
    return tuple(_found_imports(ast.parse(file.read_text("utf-8")), file))


def _found_imports(
    node: ast.AST, file: Path, early: bool = True, for_types: bool = False
) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield Import(tuple(_imported(child, file)), early and not for_types, for_types)
            continue
        inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        yield from _found_imports(child, file, early and not inside, for_types or types)


def _may_use(user: str, used: str) -> bool:
    if user == used or (user in GROUND and used in GROUND):
        return True
    return FLOOR_OF[used] < FLOOR_OF[user] and used not in FORBIDDEN.get(user, set())


def _module(file: Path) -> str:
    """``hand.loaded.spec``; a package is named like its folder."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_module(file): file for file in FILES}


def _used_modules(file: Path) -> set[str]:
    """Modules of ours that a file imports anywhere, for types alone included."""
    names = {name for found in _imports(file) for name in found.names}
    dotted = (name.removeprefix("prehensile.") for name in names if name.startswith("prehensile."))
    return {name for name in dotted if name in MODULES}


def _place(module: str) -> tuple[str, str]:
    """Room and alcove of a module: ``-`` at the room's top, ``+`` for one of its doors."""
    room, *rest = module.split(".")
    if len(rest) > 1 or (rest and MODULES[module].name == "__init__.py"):
        return room, rest[0]
    return room, "+" if rest and rest[0] in DOORS.get(room, ()) else "-"


def _may_reach(user: str, used: str, room: str) -> bool:
    order = [set(floor.split()) for floor in ALCOVES[room].split("|")] + [{"+"}]
    level = {alcove: k for k, floor in enumerate(order) for alcove in floor}
    return user == used or level[used] < level[user]


def _loaded_modules(file: Path) -> set[str]:
    """Modules of ours that a file imports anywhere, except under ``if TYPE_CHECKING:``."""
    names = {name for one in _imports(file) if not one.for_types for name in one.names}
    found = {name.removeprefix("prehensile.") for name in names if name.startswith("prehensile.")}
    # "from prehensile.lie import se3" also names the package; what it loads is the module.
    packages = {m for m in found if any(other.startswith(f"{m}.") for other in found)}
    return {name for name in found - packages if name in MODULES}


def test_every_package_has_a_floor() -> None:
    rooms = {_room(f) for f in FILES} - {"__init__", "__main__"}
    assert rooms <= set(FLOOR_OF)


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_imports_point_upwards(file: Path) -> None:
    wrong = _wrong_rooms(file, (name for found in _imports(file) for name in found.names))
    assert not wrong, f"{_room(file)} must not import {sorted(wrong)}"


@pytest.mark.parametrize("module", MODULES)
def test_alcoves_import_those_above_them(module: str) -> None:
    room, alcove = _place(module)
    if room not in ALCOVES or module == room:
        return
    for used in _used_modules(MODULES[module]):
        if used.split(".")[0] == room and used != room and (module, used) not in CONVENIENCES:
            other = _place(used)[1]
            assert _may_reach(alcove, other, room), f"{module} must not import {used}"


def test_every_folder_is_an_alcove_and_none_is_crowded() -> None:
    for folder in {file.parent for file in FILES}:
        names = [file.stem for file in folder.glob("*.py") if file.stem != "__init__"]
        assert len(names) <= MOST_MODULES, f"{folder} holds {len(names)} modules"
    folders = {_place(module) for module in MODULES} - {(room, "-") for room in FLOOR_OF}
    listed = {
        (room, alcove) for room, order in ALCOVES.items() for alcove in re.findall(r"\w+", order)
    }
    assert {(r, a) for r, a in folders if r in ALCOVES and a not in "-+"} == listed


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside functions count; those for types alone do not."""
    order: list[str] = []
    state: dict[str, str] = {}

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert state.get(module) != "open", f"a cycle: {' -> '.join((*path, module))}"
        if module in state:
            return
        state[module] = "open"
        for used in sorted(_loaded_modules(MODULES[module])):
            if used != module and (module, used) not in CONVENIENCES:
                visit(used, (*path, module))
        state[module] = "done"
        order.append(module)

    for module in MODULES:
        if module not in ("__init__", "__main__"):
            visit(module, ())
    assert len(order) > 100


def test_one_lazy_table_names_lower_rooms() -> None:
    """``Clip.save`` finds its writer by suffix: the only names of lower rooms, in one file."""
    tables = [file for file in FILES if _wrong_rooms(file, _named(file))]
    assert len(tables) <= 1, tables
    assert all(_room(file) == "motion" for file in tables), tables


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_slow_libraries_load_on_first_use(file: Path) -> None:
    late = LATE - {"numba"} if file.name == "_kernels.py" else LATE
    early = {
        name
        for found in _imports(file)
        for name in found.names
        if found.early
        if any(name == l or name.startswith(f"{l}.") for l in late)
        or (name.startswith("prehensile.") and "_kernels" in name.split("."))
    }
    assert not early, f"move into the functions that use them: {sorted(early)}"


def test_the_rules_bite() -> None:
    assert not _may_use("hand", "world")
    assert not _may_use("bench", "figures")
    assert not _may_use("errors", "lie")
    assert not _may_use("forks", "world")
    assert not _may_reach("live", "attempt", "control")
    assert not _may_reach("keyed", "experiments", "control")
    assert not _may_reach("law", "+", "control")
    assert not _may_reach("appearance", "stage", "bench")
    assert not _may_reach("-", "scenes", "stage")
    assert _may_reach("+", "attempt", "control")
    assert _place("control.grasp") == ("control", "+")
    assert _place("control.law.gains") == ("control", "law")
    assert _may_use("cache", "atomic")
    assert _may_use("cli", "draw")
    source = "if True:\n    import scipy.optimize\ndef f():\n    import numba\n"
    found = list(_found_imports(ast.parse(source), ROOT / "x.py"))
    assert [(one.names, one.early) for one in found] == [
        (("scipy.optimize",), True),
        (("numba",), False),
    ]
    typed = ast.parse("if TYPE_CHECKING:\n    import numba\n")
    assert list(_found_imports(typed, ROOT / "x.py")) == [Import(("numba",), False, True)]
    relative = ast.parse("from ..world import object").body[0]
    assert "prehensile.world.object" in _imported(relative, ROOT / "hand" / "x.py")
