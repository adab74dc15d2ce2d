"""Whatever reads a file that somebody gives us goes through `prehensile.files.opened`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import prehensile

PACKAGE = Path(prehensile.__file__).parent
DOORS = {"opened", "plain_file", "parsing"}
"""What is read in a block of one of these has been looked at before."""
METHODS = {"open", "read_bytes", "read_text", "from_file", "from_xml_path", "imread"}
"""Methods that read a file by themselves, whatever they are called on."""
FUNCTIONS = {
    "open", "os.open", "io.open", "zipfile.ZipFile", "tarfile.open",
    *(f"np.{name}" for name in ("load", "loadtxt", "genfromtxt", "fromfile", "memmap")),
    *(f"trimesh.{name}" for name in ("load", "load_mesh", "load_scene", "load_path")),
}  # fmt: skip
"""Functions that do."""
NOT_FILES = {"webbrowser", "self", "fingers"}
"""Owners of a method ``open`` that has nothing to do with files."""

SHIPPED = "data of the package"
CACHED = "files of the cache, or just written"
REFERENCE = "reference data, which only the repository has"
SOURCES = "sources of the package and its page"
KNOWN = "bytes that came through the door"
OWN_READERS = {
    "appearance/bake/kept.py": (1, CACHED),
    "appearance/generate/spectra.py": (1, SHIPPED),
    "atomic.py": (2, "a new file, to be written"),
    "bench/_plain_gltf.py": (1, CACHED),
    "bench/_stage_server.py": (1, "its own log"),
    "bench/compliance/kept_sessions.py": (2, CACHED),
    "bench/control/one_example.py": (1, REFERENCE),
    "bench/hardening/damaged_caches.py": (2, CACHED),
    "bench/hardening/faults.py": (1, "numbers of processes"),
    "bench/hardening/fuzzed.py": (1, "what it has written itself"),
    "bench/hardening/records.py": (1, SOURCES),
    "bench/hardening/stage_attack.py": (1, "its own log"),
    "bench/hardening/whole_files.py": (8, CACHED),
    "bench/grasps/rows.py": (1, CACHED),
    "bench/grasps/scans.py": (1, REFERENCE),
    "bench/ik/__init__.py": (1, REFERENCE),
    "bench/manipulate/records.py": (1, SHIPPED),
    "bench/manipulate/resumed.py": (2, "what it has written itself"),
    "bench/stage/page.py": (1, SOURCES),
    "cache.py": (1, CACHED),
    "capture/recording/table.py": (1, SHIPPED),
    "capture/live/built_in.py": (2, SHIPPED),
    "capture/recording/journal.py": (1, "a new file, to be written"),
    "cli/entry.py": (2, "the null device"),
    "cli/grammar/errors_to_exit.py": (1, "the null device"),
    "code_digest.py": (1, SOURCES),
    "control/example/style.py": (1, SHIPPED),
    "control/experiments/recorded.py": (1, REFERENCE),
    "export/glb.py": (1, CACHED),
    "export/html.py": (2, SHIPPED),
    "figures/_keypoint_plot.py": (2, REFERENCE),
    "hand/corpus.py": (1, SHIPPED),
    "hand/loaded/mapping.py": (1, SHIPPED),
    "hand/taxels.py": (1, SHIPPED),
    "holds/library/report.py": (1, SHIPPED),
    "motion/mocap/marker_names.py": (1, SHIPPED),
    "motion/mocap/name_map.py": (1, SHIPPED),
    "motion/spell/letters.py": (1, SHIPPED),
    "skin/paint/texture.py": (1, CACHED),
    "skin/template/levels.py": (2, CACHED),
    "skin/template/shipped.py": (2, SHIPPED),
    "stage/entrance/kept_token.py": (1, "its own token, checked to be ours"),
    "stage/page_files.py": (1, SHIPPED),
    "stage/server.py": (1, "no file: the reception opens its door"),
    "stage/typescript.py": (1, SOURCES),
    "synergy/generated_recordings.py": (1, CACHED),
    "synthesis/clips/assumed.py": (1, SHIPPED),
    "world/objects/convex.py": (2, CACHED),
}
"""Modules outside ``files`` that read without the door: how often, and what. Never the file of a
stranger."""


def direct_reads(text: str) -> list[str]:
    """Calls in a source that read a file outside of every door, as they are written."""
    return [ast.unparse(call) for call in _outside_doors(ast.parse(text)) if _reads(call)]


def _outside_doors(node: ast.AST) -> Iterator[ast.Call]:
    if isinstance(node, ast.With) and any(map(_is_door, node.items)):
        return
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _outside_doors(child)


def _is_door(item: ast.withitem) -> bool:
    call = item.context_expr
    return isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in DOORS


def _reads(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    if name in FUNCTIONS:
        return not (name.endswith("open") and _writes(call, 1))
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in METHODS:
        return False
    if call.func.attr == "open":
        return ast.unparse(call.func.value) not in NOT_FILES and not _writes(call, 0)
    # `read_bytes(name, limit)` is of an archive that came through the door.
    return call.func.attr != "read_bytes" or not call.args


def _writes(call: ast.Call, place: int) -> bool:
    """Whether the mode, the argument at ``place``, says that the file is written."""
    modes = [*call.args[place : place + 1], *(k.value for k in call.keywords if k.arg == "mode")]
    return any(isinstance(m, ast.Constant) and str(m.value)[:1] in "wax" for m in modes)


def test_only_named_modules_read_files_without_the_door() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith("files/") and (reads := direct_reads(path.read_text("utf-8"))):
            found[name] = reads
    most = {name: count for name, (count, _) in OWN_READERS.items()}
    strangers = {name: reads for name, reads in found.items() if len(reads) > most.get(name, 0)}
    assert not strangers, (
        "read what users give in a block `with opened(path, kind)`, or name the module in "
        "OWN_READERS if the file is never theirs"
    )
    assert set(OWN_READERS) <= set(found), "these read nothing any more: take them off the list"


@pytest.mark.parametrize(
    "line",
    [
        "np.load(path)",
        "with np.load(path, allow_pickle=False) as file: pass",
        "with open(path) as file: pass",
        "with path.open('rb') as file: pass",
        "Path(path).read_text('utf-8')",
        "path.read_text('ascii')",
        "data = path.read_bytes()",
        "mujoco.MjSpec.from_file(str(path))",
        "mujoco.MjModel.from_xml_path(path)",
        "trimesh.load(path)",
        "def read(path):\n    return [open(p) for p in path]",
        "with somebody_elses(path) as file: np.load(file)",
    ],
)
def test_a_new_reader_is_seen(line: str) -> None:
    assert len(direct_reads(line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "with opened(path, 'npz') as file: np.load(file)",
        "with opened(path, 'mjcf'):\n    spec = mujoco.MjSpec.from_file(str(path))",
        "with files.opened(path, 'bvh') as file: text = file.read()",
        "open(path, 'w')",
        "path.open(mode='wb')",
        "temporary.open('w', encoding='ascii')",
        "webbrowser.open(url)",
        "Clip.load(path)",
        "reader.read_bytes('header', limit)",
    ],
)
def test_what_writes_or_uses_the_door_is_not(line: str) -> None:
    assert not direct_reads(line)
