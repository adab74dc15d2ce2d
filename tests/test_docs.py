"""README and docs say what is true: their Python runs, and what they name is there."""

import importlib
import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.export.toy_tips import ToyTips
from tests.motion.marked_hand import MarkedHand
from tests.test_layering import ALCOVES, FLOORS

from prehensile.errors import FileError
from prehensile.export import blush_sheet
from prehensile.motion.clip import Clip
from prehensile.reference_data import reference_data as find_reference_data
from prehensile.skin.dress import Dress

REPOSITORY = Path(__file__).parents[1]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
LONG = {
    "README", "add-a-hand", "control", "eigenskin", "export-blender", "forks", "ik", "index",
    "mocap", "my-arm", "skin", "synergies", "use-my-hand-mesh",
}  # fmt: skip
"""Pages whose code plays a whole grasp, fits a recording, paints a skin or compiles much."""
ARCHITECTURE = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")
NOT_MODULES = {"prehensile.mujoco", "prehensile.readthedocs.io"}
"""A logger and an address."""


def python_blocks(page: Path) -> list[tuple[int, str]]:
    """Line of the opening fence, from 1, and the code of every block of a page."""
    text = page.read_text("utf-8")
    found = re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [(text[: m.start()].count("\n") + 1, m[1]) for m in found]


def with_python() -> list[Any]:
    """The pages that hold Python, those that take long marked so."""
    return [
        pytest.param(page, id=page.name, marks=[pytest.mark.long] if page.stem in LONG else [])
        for page in PAGES
        if python_blocks(page)
    ]


def make_shot(path: Path) -> None:
    """A wrist path that reaches, rests and carries, as CSV."""
    from prehensile.control.experiments.reach_path import reach_path

    made = reach_path(rate_hz=30)
    columns = np.column_stack([made.time, made.pose])
    np.savetxt(path, columns, delimiter=",", header="time,x,y,z,qw,qx,qy,qz", comments="")


def make_spoon(path: Path) -> None:
    """A closed mesh, in millimetres."""
    import trimesh

    trimesh.creation.capsule(height=100, radius=8).export(path)


def link_shadow_hand(path: Path) -> None:
    """The model's folder, under the name that the page gives it."""
    path.parent.rmdir()
    path.parent.symlink_to(find_reference_data("hands", "shadow_hand"))


def make_take(path: Path) -> None:
    """A recording of markers on a hand, as C3D."""
    ezc3d = pytest.importorskip("ezc3d", reason="C3D needs ezc3d: pip install 'prehensile[mocap]'")
    marked = MarkedHand(frames=30)
    file = ezc3d.c3d()
    point = file["parameters"]["POINT"]
    point["RATE"]["value"], point["UNITS"]["value"] = [100.0], ["m"]
    point["LABELS"]["value"] = list(marked.names)
    file["data"]["points"] = np.ones((4, len(marked.names), len(marked.points)))
    file["data"]["points"][:3] = marked.points.transpose(2, 1, 0)
    file.write(str(path))


def make_sheet(path: Path) -> None:
    """What ``prehensile export out/grasp.npz --blush-sheet`` writes."""
    clip, dress = Clip.load(path.parent / "grasp.npz"), Dress(blush=ToyTips(strength=15))
    blush_sheet.save(clip, path.with_suffix(".png"), dress)


FILES: dict[str, Callable[[Path], None]] = {
    "shot.csv": make_shot,
    "spoon.stl": make_spoon,
    "shadow_hand/right_hand.xml": link_shadow_hand,
    "take.c3d": make_take,
    "out/grasp_blush.json": make_sheet,
}
"""What a reader has and a block opens → how to make one."""


@pytest.fixture
def readers_folder(tmp_path: Path, hand_clip: Clip, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in that holds a clip of the reader's own."""
    (tmp_path / "out").mkdir()
    hand_clip.save(tmp_path / "out" / "grasp.npz")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", with_python())
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: Path, readers_folder: Path, hand_clip: Clip, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = python_blocks(page)
    code = "".join(text for _, text in blocks)
    for name, make in FILES.items():
        if f'"{name}"' in code:
            (readers_folder / name).parent.mkdir(exist_ok=True)
            try:
                make(readers_folder / name)
            except FileError as error:
                pytest.skip(str(error))
    if '"hand.glb"' in code:
        one_hand(hand_clip).save(readers_folder / "hand.glb")
    shown: list[Any] = []
    if "show(" in code:
        monkeypatch.setattr("prehensile.stage.server.show", shown.append)
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, text in blocks:
        if "import bpy" in text and importlib.util.find_spec("bpy") is None:
            continue  # runs inside Blender
        exec(compile("\n" * line + text, page, "exec"), names)
    for scene in shown:
        run_scene(scene())


def one_hand(clip: Clip) -> Clip:
    """The right hand of a clip alone."""
    from dataclasses import replace

    from prehensile.motion.contacts import ContactTrack

    return replace(
        clip, hands=clip.hands[:1], bodies=(), contacts=ContactTrack.empty(clip.n_frames),
        finger_force=clip.finger_force[:, :1], palm_force=clip.palm_force[:, :1],
    )  # fmt: skip


def run_scene(scene: Any) -> None:
    """A few steps of a scene that a page shows how to write: it moves."""
    before = scene.frame()
    for _ in range(30):
        scene.step()
    assert not np.array_equal(scene.frame().q[0], before.q[0])


def resolves(dotted: str) -> bool:
    """Whether a dotted name is a module of ours or something in one."""
    parts = dotted.split(".")
    for k in range(len(parts), 0, -1):
        try:
            value: Any = importlib.import_module(".".join(parts[:k]))
        except ModuleNotFoundError:
            continue
        return all((value := getattr(value, part, None)) is not None for part in parts[k:])
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_that_a_page_names_is_there(page: Path) -> None:
    named = set(re.findall(r"(?<![\w/.-])prehensile(?:\.[A-Za-z_]\w*)+", page.read_text("utf-8")))
    lost = sorted(name for name in named - NOT_MODULES if not resolves(name))
    assert not lost


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_of_ours_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    named = set(re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|ts|toml|npz|json))`", text))
    roots = [REPOSITORY, REPOSITORY / "src", REPOSITORY / "src" / "prehensile"]
    lost = sorted(n for n in named if not any((root / n).is_file() for root in roots))
    assert not [name for name in lost if not name.startswith("out/")]


def test_the_architecture_page_draws_the_rooms_in_order() -> None:
    table = ARCHITECTURE.partition("## Rooms")[2].partition("## Alcoves")[0]
    floors = [re.findall(r"`(\w+)`", row) for row in re.findall(r"^\| (`.*?) \|", table, re.M)]
    enforced = [floor.split() for floor in FLOORS.split("|")]
    enforced[0].remove("_version")
    assert [sorted(floor) for floor in floors] == [sorted(floor) for floor in enforced]
    there = {path.stem for path in (REPOSITORY / "src" / "prehensile").iterdir()}
    to_come = set(re.findall(r"^\| `(\w+)` \(to come\)", table, re.M))
    assert to_come == {room for floor in enforced for room in floor} - there


def test_the_architecture_page_draws_the_alcoves() -> None:
    part = ARCHITECTURE.partition("## Alcoves")[2].partition("## What loads")[0]
    drawing = part.split("```")[1].replace("top", "-").replace(" ► doors", "")
    drawn = dict(re.findall(r"^ (\w+) +(\S.*?)(?: {3,}.*)?$", drawing, re.M))
    order = {
        room: [set(floor.split()) for floor in alcoves.split("|")]
        for room, alcoves in ALCOVES.items()
    }
    assert order == {
        room: [set(floor.split(", ")) for floor in alcoves.split(" ► ")]
        for room, alcoves in drawn.items()
    }
    told = set(re.findall(r"`(\w+\.\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", part, re.M))))
    walls = {f"{room}.{a}" for room, floors in order.items() for floor in floors for a in floor}
    assert told == {name for name in walls if not name.endswith(".-")}


def measured_tool() -> Any:
    """tools/measured.py, which is no module of ours."""
    path = REPOSITORY / "tools" / "measured.py"
    spec = importlib.util.spec_from_file_location("measured", path)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_measured_figures_are_those_of_the_records() -> None:
    tool = measured_tool()
    records = tool.read_records()
    assert tool.PAGE.read_text("utf-8") == tool.page(records, tool.areas_of("bench"))
    readme = tool.README.read_text("utf-8")
    begin, end = readme.index(tool.BEGIN), readme.index(tool.END)
    assert readme[begin:end].count("\n- ") == 6
    if records:
        assert tool.with_headlines(readme, records) == readme


def test_all_areas_are_on_record_or_none() -> None:
    tool = measured_tool()
    assert set(tool.read_records()) in (set(), set(tool.areas_of("bench")))


def test_a_record_becomes_a_table_with_what_was_asked() -> None:
    figures = {
        "rate": 1234.5, "close": 0.01234, "ok": True, "absent": None, "errors": [0.5, 0.25],
        "each": {"helix": {"links": 50}, "arm": {"ratio": 6.6}}, "rows": [[1, 2]] * 3,
    }  # fmt: skip
    record = {
        "area": "one", "about": "About one.", "date": "2026-01-02", "commit": "abc1234",
        "machine": "2 cores", "load_before": 0.1, "seconds": 3,
        "asked": {"rate": "at least 1000 | s"}, "figures": figures,
    }  # fmt: skip
    page = measured_tool().page({"one": record}, ["one", "two"])
    for line in (
        "| `rate` | 1,234 | at least 1000 \\| s |", "| `close` | 0.0123 |  |", "| `ok` | yes |  |",
        "| `absent` | no figure |  |", "| `errors` | 0.5, 0.25 |  |", "| `each` | below |  |",
        "| `rows` | [3 rows](measured/one.json) |  |", "| `each` | `links` | `ratio` |",
        "| helix | 50 | no figure |", "| arm | no figure | 6.6 |",
    ):  # fmt: skip
        assert line in page.splitlines()
    assert page.endswith("## two\n\nNot measured yet.\n")
    assert "2026-01-02, commit `abc1234`, 2 cores; load 0.1; 3 s." in page


def test_readme_takes_its_six_lines_from_the_records() -> None:
    figures: dict[str, dict[str, float]] = {
        "world": {"world_steps_per_s": 900.0, "raw_mujoco_steps_per_s": 1000.0},
        "holding": {"catalogue_managed": 13, "catalogue_total": 14, "creep_um_per_s": 0.1234},
        "control": {"held": 17, "tried": 19, "realtime_factor": 21.4},
        "ik": {"whole_hand_us_batched": 1.48, "ratio_vs_mink": 251.3},
        "eigenskin": {"eigenskin_us_56k": 912.0},
        "forks": {"ratio_400": 548.7},
    }
    tool = measured_tool()
    records = {area: {"figures": found} for area, found in figures.items()}
    text = tool.with_headlines(f"above\n{tool.BEGIN}- stale\n{tool.END}below\n", records)
    assert text.startswith(f"above\n{tool.BEGIN}- **13 of 14** things")
    assert text.endswith(f"{tool.END}below\n") and "stale" not in text
    for words in ("17 of 19", "**0.12 µm/s**", "**0.9** of", "runs 21 ×", "**1.5 µs**", "251 ×",
                  "**0.91 ms**", "**549 ×**"):  # fmt: skip
        assert words in text
    assert text.count("\n- ") == 6


def test_every_option_of_a_grasp_is_explained_on_some_page() -> None:
    import typer

    from prehensile.cli.grasp import command

    app = typer.Typer(add_completion=False)
    app.command()(command)
    options = {
        name for p in typer.main.get_command(app).params for name in p.opts if name[0] == "-"
    }
    said = " ".join(page.read_text("utf-8") for page in PAGES)
    assert len(options) > 40
    assert [o for o in sorted(options) if not re.search(rf"{o}(?![\w-])", said)] == []
