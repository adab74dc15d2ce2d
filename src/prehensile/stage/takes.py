"""Recordings as files: written beside the simulation, into one folder, never over another."""

import re
import threading
from collections.abc import Callable
from pathlib import Path

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.errors import PrehensileError
from prehensile.export.glb import save as save_glb
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress

SUFFIXES = (".glb", ".npz")
"""in the order in which a page offers them"""


class Takes:
    """Numbered recordings in a folder; only what this run wrote can be fetched."""

    def __init__(self, folder: Path, dress: Dress = SKIN_DRESS):
        self._folder, self._dress = folder, dress
        self._files: dict[str, Path] = {}

    def file(self, name: str) -> Path | None:
        """The file that was recorded under exactly this name."""
        return self._files.get(name)

    def write(
        self, clip: Clip, scene: str, done: Callable[[list[str], str], None]
    ) -> threading.Thread:
        """Write a clip in its own thread; ``done(names, complaint)`` is called from there."""
        thread = threading.Thread(
            target=self._write, args=(clip, scene, done), name="stage-take", daemon=True
        )
        thread.start()
        return thread

    def _write(self, clip: Clip, scene: str, done: Callable[[list[str], str], None]) -> None:
        stem = self._free_stem(scene)
        names, complaint = [], ""
        for suffix in SUFFIXES:
            path = self._folder / f"{stem}{suffix}"
            try:
                if suffix == ".glb":
                    save_glb(clip, path, self._dress)
                else:
                    clip.save(path)
            except PrehensileError as error:
                complaint = str(error)
                continue
            self._files[path.name] = path
            names.append(path.name)
        done(names, complaint)

    def _free_stem(self, scene: str) -> str:
        """``grasp-001``: the number after the largest that is there."""
        pattern = re.compile(re.escape(scene) + r"-(\d+)\.\w+")
        found = [pattern.fullmatch(p.name) for p in self._folder.glob(f"{scene}-*")]
        return f"{scene}-{max([0, *(int(m[1]) for m in found if m)]) + 1:03d}"
