"""Any clip file: plays, stops, scrubs; forces and contacts as they were recorded."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.motion.clip import Clip
from prehensile.motion.contact_slip import contact_slip
from prehensile.motion.formats import FORMATS
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.verdict import Verdict
from prehensile.stage.interpolate import interpolate
from prehensile.stage.messages import Control, Step
from prehensile.stage.scene import (
    SceneFrame,
    SceneOptions,
    StageBody,
    StageHand,
    StageScene,
)
from prehensile.stage.world_scene import ContactTable

MOST_FRAMES = 1_000_000
"""more than two hours at 120 Hz"""


class PlayStage(StageScene):
    """Plays a clip round and round; ``--clip``, or one of those in the folder of recordings."""

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._loop = True
        self._files = _clips_in(self.options.folder)
        chosen = self.options.clip
        if chosen is not None:
            self._files = {chosen.name: chosen, **self._files}
        elif not self._files:
            raise InputError(
                "there is no clip to play: give one with --clip FILE, or record one first."
            )
        self._choose(next(iter(self._files)))

    def steps(self) -> Sequence[Step]:
        """Watch it to its end, and once more."""
        return (
            Step(
                "watch",
                "Watch",
                "The clip plays by itself; drag the bar below to go elsewhere.",
                "done" if self._watched else "running",
            ),
            Step(
                "again",
                "From the start",
                "Plays it once more." if self._watched else "The clip has to end first.",
                "ready" if self._watched else "locked",
            ),
        )

    def verdict(self) -> Verdict | None:
        """What was found when the clip was made."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """Which clip, and whether it begins again at the end."""
        return (
            Control(
                name="clip",
                label="Clip",
                kind="choice",
                value=self._name,
                choices=tuple(self._files),
                group="Clip",
                help="Recordings in the folder, newest first.",
            ),
            Control(name="loop", label="Loop", kind="switch", value=self._loop, group="Clip"),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another clip, or whether it loops."""
        match name, value:
            case "clip", str():
                self._choose(value)
            case "loop", bool():
                self._loop = value

    def press(self, name: str) -> None:
        """Play from the start."""
        self.reset()

    def step(self) -> None:
        """Go on in the clip by one step; at its end stay there, or begin again."""
        self._t += self.timestep
        if self._t > self.timeline:
            self._watched = True
            self._t = 0.0 if self._loop else self.timeline

    def seek(self, time: float) -> None:
        """Go to ``time`` [s] after the beginning."""
        self._t = min(max(time, 0.0), self.timeline)

    def reset(self) -> None:
        """Play from the beginning."""
        self._t, self._watched = 0.0, False

    def frame(self) -> SceneFrame:
        """The clip at the present time; poses between frames, forces of the frame before."""
        clip, time = self._clip, self._clip.time
        at = time[0] + self._t
        k = int(np.clip(np.searchsorted(time, at + 1e-9, side="right") - 1, 0, len(time) - 1))
        after = min(k + 1, len(time) - 1)
        part = float((at - time[k]) / (time[after] - time[k])) if after > k else 0.0
        rows = clip.contacts.offsets[k : k + 2].tolist()
        shown = SceneFrame(
            time=float(time[k] - time[0]),
            contacts=self._table.shown(clip.contacts.frame(k), self._slip[slice(*rows)]),
            group_force=np.concatenate([clip.finger_force[k], clip.palm_force[k, :, None]], axis=1),
            phase=f"frame {k + 1} of {len(time)}",
            **self._poses(k),
        )
        following = SceneFrame(time=float(time[after] - time[0]), **self._poses(after))
        return replace(interpolate(shown, following, min(part, 1.0)), time=self._t)

    def _poses(self, k: int) -> dict[str, Any]:
        clip = self._clip
        return {
            "q": [q[k] for q in self._q],
            "forearm": [track.T_world_forearm[k] for track in clip.hands],
            "bodies": np.array([body.pose[k] for body in clip.bodies]).reshape(-1, 7),
            "blood": None if self._blood is None else self._blood[k],
        }

    def hands(self) -> Sequence[StageHand]:
        """The clip's hands."""
        return [StageHand(t.name, hand_of(t)) for t in self._clip.hands]

    def bodies(self) -> Sequence[StageBody]:
        """The clip's bodies; nobody can pull what has happened already."""
        return [
            StageBody(b.name, b.vertices, b.faces, b.color, texture=b.texture)
            for b in self._clip.bodies
        ]

    def _choose(self, name: str) -> None:
        if name not in self._files:
            raise UnknownNameError("clip", name, self._files)
        clip = self.options.dress.on(Clip.load(self._files[name]))
        if clip.n_frames > MOST_FRAMES:
            raise InputError(
                f"{name} has {clip.n_frames} frames; {MOST_FRAMES} can be played at most: "
                "shorten or resample it first."
            )
        verdict = clip.verdict
        self._q = [angles_of(track) for track in clip.hands]
        self._blood = self.options.dress.blood(clip)
        self._clip, self._name, self._verdict = clip, name, verdict
        self._slip = contact_slip(clip)
        self._table = ContactTable(clip.contacts.names, [t.name for t in clip.hands])
        self.timeline = clip.duration
        self.reset()
        self._look(clip)
        self.changed_cast()

    def _look(self, clip: Clip) -> None:
        """At where the hands are on average."""
        places = [t.T_world_forearm[:, :3].mean(axis=0) for t in clip.hands]
        places += [b.pose[:, :3].mean(axis=0) for b in clip.bodies]
        x, y, z = np.mean(places, axis=0) if places else (0.0, 0.0, 0.2)
        self.look_at = float(x), float(y), float(z)
        self.look_from = float(x) + 0.45, float(y) - 0.5, float(z) + 0.28


def _clips_in(folder: Path | None) -> dict[str, Path]:
    """Files of a folder that can be read as clips, newest first."""
    if folder is None or not folder.is_dir():
        return {}
    suffixes = {suffix for suffix, kind in FORMATS.items() if kind.reads}
    found = [p for p in folder.iterdir() if p.suffix.lower() in suffixes and p.is_file()]
    found.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    return {p.name: p for p in found}
