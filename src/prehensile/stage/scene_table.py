"""The scenes by name: a lazy table, so that a missing extra hides one scene only."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from prehensile.errors import MissingExtraError, UnknownNameError
from prehensile.extras import EXTRA_OF_PACKAGE
from prehensile.stage.messages import SceneTitle
from prehensile.stage.scene import SceneOptions, StageScene

MakeScene = Callable[[SceneOptions], StageScene]


@dataclass(frozen=True)
class SceneEntry:
    """One line of the table."""

    title: str
    line: str
    """one sentence for people"""
    make: str | MakeScene
    """``module:Class``, imported when the scene is chosen, or the class itself"""
    needs: tuple[str, ...] = ()
    """packages of extras"""

    def missing(self) -> str:
        """Why it cannot run here; empty if it can."""
        for package in self.needs:
            if find_spec(package) is None:
                return str(MissingExtraError(package, EXTRA_OF_PACKAGE[package]))
        return ""

    def start(self, options: SceneOptions) -> StageScene:
        """Make the scene.

        Raises:
            MissingExtraError: a package that it needs is not installed.
            PrehensileError: the options do not fit it.
        """
        if callable(self.make):
            return self.make(options)
        for package in self.needs:
            if find_spec(package) is None:
                raise MissingExtraError(package, EXTRA_OF_PACKAGE[package])
        module, _, name = self.make.partition(":")
        return getattr(importlib.import_module(module), name)(options)


SCENES: dict[str, SceneEntry] = {
    "grasp": SceneEntry(
        "Grasp",
        "A hand picks an object up; you choose how hard it grips.",
        "prehensile.stage.scenes.grasp:GraspStage",
    ),
    "drop": SceneEntry(
        "Drop",
        "Objects fall on a relaxed hand.",
        "prehensile.stage.scenes.drop:DropStage",
    ),
    "handshake": SceneEntry(
        "Handshake",
        "Two hands of different size shake; see what the arm does to the fingers.",
        "prehensile.stage.scenes.handshake:HandshakeStage",
    ),
    "blush": SceneEntry(
        "Blush",
        "A finger presses on glass; its nail pales, and flushes when it lets go.",
        "prehensile.stage.scenes.blush:BlushStage",
    ),
    "hold": SceneEntry(
        "Hold",
        "A hand hangs on a climbing hold; pull on its forearm until it slides off.",
        "prehensile.stage.scenes.hold:HoldStage",
    ),
    "play": SceneEntry(
        "Play",
        "Watch a recorded clip, forwards, backwards and slowly.",
        "prehensile.stage.scenes.play:PlayStage",
    ),
    "pose": SceneEntry(
        "Pose",
        "Drag the fingertips; the joints follow in closed form.",
        "prehensile.stage.scenes.pose:PoseStage",
    ),
    "capture": SceneEntry(
        "Capture",
        "Watch a glove and other sensors live, and record them.",
        "prehensile.stage.scenes.capture:CaptureStage",
        needs=("h5py",),
    ),
    "soft": SceneEntry(
        "Soft hand",
        "Push a fingertip and see by how much it gives way; set how stiff each joint is.",
        "prehensile.stage.scenes.soft:SoftStage",
    ),
    "resynth": SceneEntry(
        "Another object",
        "A captured grasp meets another object; set how heavy, how rough, how soft the hand.",
        "prehensile.stage.scenes.resynth:ResynthStage",
    ),
    "dial": SceneEntry(
        "Dial",
        "A learned hand turns a dial; drag the goal while it works.",
        "prehensile.stage.scenes.dial:DialStage",
    ),
    "ball": SceneEntry(
        "Ball in hand",
        "A learned hand turns a ball in its palm; drag how it should lie.",
        "prehensile.stage.scenes.ball:BallStage",
    ),
    "forks": SceneEntry(
        "Mechanisms",
        "Pull a reduced mechanism; the full simulation follows behind.",
        "prehensile.stage.scenes.forks:ForksStage",
    ),
}


def find_scene(name: str, table: Mapping[str, SceneEntry] = SCENES) -> SceneEntry:
    """The entry of that name.

    Raises:
        UnknownNameError: there is no such scene.
    """
    if name not in table:
        raise UnknownNameError("scene", name, table)
    return table[name]


def scene_titles(table: Mapping[str, SceneEntry] = SCENES) -> tuple[SceneTitle, ...]:
    """The list that a page shows."""
    return tuple(SceneTitle(n, e.title, e.line, e.missing()) for n, e in table.items())
