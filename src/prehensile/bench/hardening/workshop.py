"""Small inputs for commands that are cut short, and the commands."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.atomic import scratch_folder
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.motion.mocap.read import import_motion
from prehensile.skin.eigenskin.blend import own_blend, posed
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.template.levels import skin_mesh

FORMATS = ("--glb", "--csv", "--html", "--mp4", "--gif", "--bvh")
BENT = "index_pip_flex"
ANGLES = (0.4, 0.9, 1.3, 1.7)
"""[rad] of the joint in the examples that a skin learns from"""
COMMANDS = ("mocap", "stage", "export", "skin", "grasp")
"""The quick ones first."""


class Workshop(NamedTuple):
    """What faults are tried with."""

    folder: Path
    environment: dict[str, str]

    def words(self, command: str, rng: np.random.Generator) -> list[str]:
        """A quick one of `COMMANDS`, all that a person would type but ``--out``."""
        if command == "export":
            chosen = FORMATS[int(rng.integers(len(FORMATS)))]
            return ["export", str(self.folder / "clip.npz"), "--rate", "10", chosen]
        if command == "skin":
            solve = rng.random() < 0.4
            rest = ["examples", "--joint", "index_dip"] if solve else ["fit", str(self._examples())]
            return ["skin", *rest]
        return {
            "grasp": ["grasp", "cylinder", "--controller", "sequence", "--tries", "1", "--no-put"],
            "mocap": ["mocap", str(self.folder / "angles.csv"), "--rate", "30"],
            "stage": ["stage", "pose", "--no-browser", "--port", "0", "--seconds", "2"],
        }[command]

    def _examples(self) -> Path:
        """OBJ meshes of our skin with one joint bent, and a bulge there; made once."""
        folder = self.folder / "examples"
        if folder.is_dir():
            return folder
        folder.mkdir()
        hand = Hand()
        mesh = skin_mesh(hand, 0)
        blend = own_blend(hand, mesh.vertices, mesh.faces)
        lines = [f"file,{BENT}"]
        for angle in ANGLES:
            q = bind_angles()
            q[JOINT_NAMES.index(BENT)] = angle
            swollen = blend.rest * (1 + 0.01 * angle)
            rows = posed(blend.maps(hand, q), swollen).tolist()
            text = "".join(f"v {x:.9g} {y:.9g} {z:.9g}\n" for x, y, z in rows)
            (folder / f"{angle}.obj").write_text(text, "utf-8")
            lines.append(f"{angle}.obj,{angle}")
        (folder / "poses.csv").write_text("\n".join(lines) + "\n", "utf-8")
        return folder


@contextmanager
def workshop() -> Iterator[Workshop]:
    """Inputs, and a cache that the first command of each kind fills, in a folder of their own."""
    with scratch_folder() as folder:
        for name, rows in (("angles", 3000), ("clip", 40)):
            table = "\n".join(f"{k % 60},{k % 80}" for k in range(rows))
            text = f"index_mcp_flex,{BENT}\n{table}\n"
            (folder / f"{name}.csv").write_text(text, "utf-8")
        import_motion(folder / "clip.csv", rate_hz=30).clip.save(folder / "clip.npz")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "PREHENSILE_CACHE": str(folder / "cache"),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        environment.pop("PREHENSILE_DEBUG", None)
        yield Workshop(folder, environment)
