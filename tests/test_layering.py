"""The house plan, enforced: who may import whom, and what loads only on first use.

Each rule is one test over all files, which names those that break it: a test for each file and rule
would be a third of the suite, and its share of the time all bookkeeping.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import prehensile

ROOT = Path(prehensile.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

FLOORS = """
    _version errors
    | extras atomic cache children code_digest reference_data fast_path frozen kernel_cache
    workers lie
    | mesh files evolution
    | hand | kinematics | motion | world | quality | synergy | control | holds | climb | manipulate
    | forks | capture | compliance | synthesis | tango | skin | appearance | export | draw
    | bench | figures | stage | cli
"""
"""From the top down. A package may import itself and what stands on a higher floor."""

ALCOVES = {
    "hand": "- | loaded",
    "kinematics": "linkage | - | ik | fit",
    "motion": "- | clip_files | mocap spell",
    "world": "objects | things | - | batch",
    "quality": "measure | judge",
    "control": "- | arm | law | example | place | slide live | attempt | keyed experiments",
    "holds": "kinds | optimise | library",
    "manipulate": "- | tasks | cycle | learn evaluators",
    "forks": "mechanism | statics models | reduced | full articulated measure | contact",
    "capture": "recording | signals | sensors | lab live",
    "compliance": "model | recorded | joints tip | told",
    "synthesis": "captured clips lcp touching | - | assembly moving | warping | play",
    "appearance": "generate model | fit bake | -",
    "skin": "flesh rig | template tissue | eigenskin paint | imported | -",
    "bench": "- | appearance capture compliance control eigenskin holding ik manipulate "
    "quality skin stage | synthesis hardening grasps",
    "stage": "entrance | - | shows streams verdicts | scenes",
    "cli": "grammar | - | capture",
}
"""Folders inside a room, from the top down; ``-`` are the files at the room's top. An alcove
imports only what stands above it, and none of those beside it."""

DOORS = {
    "hand": {"corpus", "description", "measured_spec", "parse", "webxr_joints"},
    "control": {"grasp", "ways"},
    "manipulate": {"evaluate", "exemplary", "learning", "shipped", "starting", "turning"},
    "synthesis": {"resynthesize"},
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
    "_version", "errors", "extras", "atomic", "cache", "children", "code_digest", "reference_data",
    "fast_path", "frozen", "kernel_cache", "workers",
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


def _wrong_alcoves(module: str) -> set[str]:
    """Modules of its own room that a module must not import, and does."""
    room, alcove = _place(module)
    if room not in ALCOVES or module == room:
        return set()
    return {
        used
        for used in _used_modules(MODULES[module])
        if used.split(".")[0] == room and used != room and (module, used) not in CONVENIENCES
        if not _may_reach(alcove, _place(used)[1], room)
    }


def _early_libraries(file: Path) -> set[str]:
    """What a file imports at once and ought to import inside the functions that use it."""
    late = LATE - {"numba"} if file.name == "_kernels.py" else LATE
    return {
        name
        for found in _imports(file)
        for name in found.names
        if found.early
        if any(name == l or name.startswith(f"{l}.") for l in late)
        or (name.startswith("prehensile.") and "_kernels" in name.split("."))
    }


def _breaking(rule: Callable[[Path], set[str]]) -> dict[str, list[str]]:
    """The files that break a rule, with what each must not import."""
    found = {str(file.relative_to(ROOT)): sorted(rule(file)) for file in FILES}
    assert len(found) > 1000
    return {file: wrong for file, wrong in found.items() if wrong}


def test_imports_point_upwards() -> None:
    def rule(file: Path) -> set[str]:
        return _wrong_rooms(file, (name for found in _imports(file) for name in found.names))

    assert _breaking(rule) == {}


def test_alcoves_import_those_above_them() -> None:
    assert _breaking(lambda file: _wrong_alcoves(_module(file))) == {}


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


def test_slow_libraries_load_on_first_use() -> None:
    """What is named here is to be moved into the functions that use it."""
    assert _breaking(_early_libraries) == {}


def test_the_rules_bite(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "quality" / "measure" / "rule_breaker.py"
    file.parent.mkdir(parents=True)
    names = ("prehensile.world.world", "prehensile.quality.judge.held", "numba")
    file.write_text("".join(f"import {name}\n" for name in names))
    monkeypatch.setattr("tests.test_layering.ROOT", tmp_path)
    monkeypatch.setitem(MODULES, "quality.measure.rule_breaker", file)
    assert _wrong_rooms(file, names) == {"world"}
    assert _wrong_alcoves("quality.measure.rule_breaker") == {"quality.judge.held"}
    assert _early_libraries(file) == {"numba"}
    monkeypatch.undo()
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
