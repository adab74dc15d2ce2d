"""A lab recording of the small box, played again on its own box: path and forces come back.

The truth's reference and compliance are followed, without sensors between. Skin and joint stops are
as soft as those of `world` (`world_softness`), everything else is as `resynthesize` has it.
Each grasp begins where the lab's did. What is left over: `world` has the box sink half a millimetre
into its stand, fingers have masses there, and a box that two fingers let go of while it stands
askew tumbles one way or another: paths part after a release, and are counted all the same.
"""

from collections.abc import Iterable
from dataclasses import replace
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import kept_sessions
from prehensile.bench.synthesis.world_softness import fingertip_skin, world_limits
from prehensile.capture.lab.subject import Subject
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
    "replay_rms": "≤ 0.10 (median over grasps)",
    "replay_rms_worst": "",
    "replay_path_mm": "≤ 2 (median over grasps, to the end)",
    "replay_path_held_worst_mm": "until the fingers let go",
    "replay_parted": "grasps whose box ends more than 10 mm elsewhere, let go of",
    "replay_realtime": "≥ 5 (two to five fingers, box, all in)",
    "replay_grasps": "",
    "replay_sessions": "",
}
GRASPS = 4
"""of every session, from the first on: with two, three, four and five fingers"""
PARTED = 0.01
"""[m]"""


class Replay(NamedTuple):
    """One grasp, as it was and as it came out."""

    digits: int
    time: np.ndarray
    """(T,) [s]"""
    force: np.ndarray
    """(2, T, 5) [N] of the fingers: recorded, made"""
    place: np.ndarray
    """(2, T, 3) [m] of the box, world"""
    unsolved: int
    realtime: float
    """simulated seconds in one of this core's"""

    @property
    def force_error(self) -> float:
        """RMS of the error over the RMS of the recorded"""
        was, made = self.force
        return float(np.sqrt(((made - was) ** 2).sum() / (was**2).sum()))

    @property
    def apart(self) -> np.ndarray:
        """(T,) [m] between the two boxes"""
        return np.linalg.norm(self.place[1] - self.place[0], axis=1)

    @property
    def path_error(self) -> float:
        """[m] RMS"""
        return float(np.sqrt((self.apart**2).mean()))

    @property
    def held_error(self) -> float:
        """[m] RMS until the last finger of the recording lets go"""
        last = int(np.flatnonzero(self.force[0].any(axis=1))[-1])
        return float(np.sqrt((self.apart[: last + 1] ** 2).mean()))


def grasp_rows(truth: Truth, grasp: int) -> slice:
    """Frames of one grasp of a session of the box."""
    time, plans = truth.clip.time, truth.plans
    ends = time[0] + np.array([0.0, *(plan["until"] for plan in plans)])
    first, last = np.searchsorted(time, ends[grasp : grasp + 2] - 1e-6)
    return slice(int(first), int(last))


def box_and_stand(truth: Truth, row: int) -> list[ObjectInScene]:
    """What stood there in a frame."""
    pose = {body.name: body.pose[row] for body in truth.clip.bodies}
    rough = (FRICTION, 0.003, 1e-4)
    stand = box(STAND_SIDES, 1.0, name=STAND, friction=rough)
    return [
        ObjectInScene(box(SIDES, MASS, name=THING, friction=rough), THING, pose[THING]),
        ObjectInScene(stand, STAND, pose[STAND], fixed=True),
    ]


def subject_of(truth: Truth) -> Subject:
    """Who was recorded."""
    hand = hand_of(truth.clip.hands[0])
    return Subject(hand, np.array([truth.compliance[name] for name in hand.joint_names]))


def world_setting(subject: Subject) -> dict[str, Any]:
    """Of `resynthesize`, so that skin and stops yield as in `world`."""
    return {"limits": world_limits(subject), **fingertip_skin(subject)._asdict()}


def replay(truth: Truth, grasp: int, setting: dict[str, Any]) -> Replay:
    """One grasp of a session, on the subject's own springs."""
    rows = grasp_rows(truth, grasp)
    return played(truth, rows, true_reference(truth, rows), true_compliance(truth), setting)


def played(
    truth: Truth,
    rows: slice,
    reference: Clip,
    compliance: HandCompliance,
    setting: dict[str, Any],
) -> Replay:
    """A reference of some rows of a session on the box that was there, beside what was recorded."""
    clip, began = truth.clip, process_time()
    found = resynthesize(
        reference, box_and_stand(truth, rows.start), compliance, floor=False, **setting
    )
    seconds, made = process_time() - began, found.clip
    at = clip.time[rows.start] - 1e-6 + made.time
    seen = np.searchsorted(clip.time, at).clip(rows.start, rows.stop - 1)
    (thing,) = (body for body in clip.bodies if body.name == THING)
    force = np.stack([clip.finger_force[seen, 0], made.finger_force[:, 0]])
    return Replay(
        int(force[0].any(axis=0).sum()),
        made.time,
        force,
        np.stack([thing.pose[seen, :3], made.bodies[0].pose[:, :3]]),
        len(found.unsolved),
        made.duration / seconds,
    )


def replay_figures(seeds: Iterable[int], grasps: int = GRASPS) -> dict[str, Any]:
    """Over the first grasps of all sessions that are kept; nothing where none is."""
    found, sessions = [], 0
    for kept in kept_sessions("box", seeds):
        setting = world_setting(subject_of(kept.truth))
        found += [replay(kept.truth, k, setting) for k in range(grasps)]
        sessions += 1
    if not found:
        return {"replay_sessions": 0}
    return {
        "replay_rms": float(np.median([one.force_error for one in found])),
        "replay_rms_worst": max(one.force_error for one in found),
        "replay_path_mm": 1e3 * float(np.median([one.path_error for one in found])),
        "replay_path_held_worst_mm": 1e3 * max(one.held_error for one in found),
        "replay_parted": sum(bool(one.apart[-1] > PARTED) for one in found),
        "unsolved_steps": sum(one.unsolved for one in found),
        "replay_realtime": min(one.realtime for one in found),
        "replay_grasps": len(found),
        "replay_sessions": sessions,
    }


def true_reference(truth: Truth, rows: slice) -> Clip:
    """What the subject followed."""
    clip, track = truth.clip, truth.clip.hands[0]
    time, n = clip.time[rows], rows.stop - rows.start
    followed = replace(
        track,
        joint_names=hand_of(track).joint_names,
        q=truth.reference.at(time)[0],
        T_world_forearm=track.T_world_forearm[rows],
    )
    return Clip(
        time - time[0], (followed,), (), ContactTrack.empty(n), np.zeros((n, 1, 5)),
        np.zeros((n, 1)), {"reference": "the subject's own"},
    )  # fmt: skip


def true_compliance(truth: Truth) -> HandCompliance:
    """The subject's; its root does not give way."""
    subject = subject_of(truth)
    names, C = subject.hand.joint_names, np.diag([*subject.compliance, 0.0, 0.0, 0.0])
    n = len(C)
    return HandCompliance(
        (*names, *ROOT_NAMES), C, np.zeros((n, n)), np.zeros(n, bool), "box", subject.hand.side
    )
