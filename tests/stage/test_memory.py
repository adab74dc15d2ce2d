"""Scenes come and go; what they took comes back."""

import sys
import time
import weakref
from pathlib import Path

import pytest

from prehensile.stage import messages as m
from prehensile.stage.memory import give_back
from prehensile.stage.scene_table import SCENES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
PLAYED = 30
"""frames of each scene"""


def status(stage, name: str) -> int:
    """A number of the server's process: kB, or threads."""
    text = Path(f"/proc/{stage.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith(name))


def visit(page, scene: str) -> None:
    """Choose a scene and watch its first frames; one that cannot be had here is refused."""
    page.send(m.ChooseScene(scene))
    came = page.wait((m.SceneStarted, m.Refused), timeout=120)
    if isinstance(came, m.SceneStarted):
        assert came.scene == scene
        for _ in range(PLAYED):
            page.wait()


def settled(stage, page, threads: int) -> float:
    """[MB] in use when no work is left in the background."""
    visit(page, "pose")
    end = time.monotonic() + 120
    while status(stage, "Threads") > threads and time.monotonic() < end:
        page.wait()
    return status(stage, "VmRSS") / 1000


def rounds(stage, page, scenes, count: int) -> list[float]:
    """[MB] after each round through the scenes."""
    visit(page, "pose")
    page.frames(3.0)
    threads = status(stage, "Threads")
    found = []
    for _ in range(count):
        for scene in scenes:
            visit(page, scene)
        found.append(settled(stage, page, threads))
    return found


def test_what_only_knows_itself_is_collected():
    class Scene:
        pass

    scene = Scene()
    scene.itself = scene
    gone = weakref.ref(scene)
    del scene
    give_back()
    assert gone() is None


@pytest.mark.long
def test_a_scene_that_is_left_gives_its_memory_back(start_stage, open_page):
    stage = start_stage("pose")
    with open_page(stage) as page:
        page.wait()
        after = rounds(stage, page, ["drop"], 3)
    assert after[2] < 1.05 * after[1], after


@pytest.mark.long
def test_a_third_visit_to_every_scene_takes_no_more_than_the_second(
    start_stage, open_page, tmp_path, hand_clip
):
    clip = hand_clip.save(tmp_path / "clip.npz")
    stage = start_stage("pose", clip=clip, seconds=1500.0)
    with open_page(stage) as page:
        page.wait()
        after = rounds(stage, page, list(SCENES), 3)
    assert after[2] < 1.05 * after[1], after
