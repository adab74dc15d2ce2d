"""A lab recording of the small box, played again on its own box: path and forces come back.

The truth's reference and compliance are followed, without sensors between.
"""

from collections.abc import Iterable
from dataclasses import replace
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import kept_sessions
from prehensile.capture.lab.tasks.box import FRICTION, MASS, SIDES, STAND, STAND_SIDES, THING
from prehensile.capture.lab.truth import Truth
from prehensile.hand.compliance import ROOT_NAMES, HandCompliance
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.tracked_hand import hand_of
from prehensile.synthesis.resynthesize import resynthesize
from prehensile.world.objects.primitives import box
from prehensile.world.scene import ObjectInScene

REFERENCE = {
    "replay_rms": "≤ 0.10",
    "replay_path_mm": "≤ 2",
    "replay_realtime": "≥ 5 (two to five fingers, box, all in)",
    "replay_sessions": "",
}
SKIN, PAD = 8.7e-4, 5e-5
"""[m], [m/N] skin of ``world``: depth against force of the box's contacts in lab seeds 0–3"""


class Replay(NamedTuple):
    """One grasp of a session."""

    force: float
    """RMS of the error over the RMS of the fingers' forces"""
    path: float
    """[m] RMS of the box's"""
    realtime: float
    """simulated seconds in one of this core's"""


def replay(truth: Truth) -> Replay:
    """The first grasp of a session of the box."""
    clip = truth.clip
    n = int(np.searchsorted(clip.time, clip.time[0] + truth.plans[0]["until"]))
    bodies = {body.name: body.pose for body in clip.bodies}
    rough = (FRICTION, 0.003, 1e-4)
    objects = [
        ObjectInScene(box(SIDES, MASS, name=THING, friction=rough), THING, bodies[THING][0]),
        ObjectInScene(
            box(STAND_SIDES, 1.0, name=STAND, friction=rough), STAND, bodies[STAND][0], fixed=True
        ),
    ]
    began = process_time()
    made = resynthesize(
        _reference(truth, n), objects, _compliance(truth), floor=False, skin=SKIN, pad=PAD
    ).clip
    seconds = process_time() - began
    rows = np.searchsorted(clip.time[:n], made.time + clip.time[0] - 1e-9).clip(0, n - 1)
    force = clip.finger_force[rows, 0]
    wrong = made.finger_force[:, 0] - force
    apart = made.bodies[0].pose[:, :3] - bodies[THING][rows, :3]
    return Replay(
        float(np.sqrt((wrong**2).sum() / (force**2).sum())),
        float(np.sqrt((apart**2).sum(axis=1).mean())),
        made.duration / seconds,
    )


def replay_figures(seeds: Iterable[int]) -> dict[str, Any]:
    """Medians over the sessions that are kept; nothing where none is."""
    found = [replay(kept.truth) for kept in kept_sessions("box", seeds)]
    if not found:
        return {"replay_sessions": 0}
    return {
        "replay_rms": float(np.median([one.force for one in found])),
        "replay_path_mm": 1e3 * float(np.median([one.path for one in found])),
        "replay_realtime": min(one.realtime for one in found),
        "replay_sessions": len(found),
    }


def _reference(truth: Truth, n: int) -> Clip:
    """What the subject followed."""
    clip, track = truth.clip, truth.clip.hands[0]
    followed = replace(
        track,
        joint_names=hand_of(track).joint_names,
        q=truth.reference.at(clip.time[:n])[0],
        T_world_forearm=track.T_world_forearm[:n],
    )
    return Clip(
        clip.time[:n], (followed,), (), ContactTrack.empty(n), np.zeros((n, 1, 5)),
        np.zeros((n, 1)), {"reference": "the subject's own"},
    )  # fmt: skip


def _compliance(truth: Truth) -> HandCompliance:
    """The subject's; its root does not give way."""
    hand = hand_of(truth.clip.hands[0])
    C = np.diag([*(truth.compliance[name] for name in hand.joint_names), 0.0, 0.0, 0.0])
    n = len(C)
    return HandCompliance(
        (*hand.joint_names, *ROOT_NAMES), C, np.zeros((n, n)), np.zeros(n, bool), "box", hand.side
    )
