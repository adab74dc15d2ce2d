"""Make the captured grasp that is shipped: five fingers and the small box, of the virtual lab.

The session is of a development seed; it is recorded unless it was kept (a minute or two). The files
go to ``src/prehensile/synthesis/captured/data``.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from prehensile.bench.compliance.kept_sessions import kept_sessions, record_missing
from prehensile.capture.lab.tasks.box import THING
from prehensile.capture.lab.truth import Truth
from prehensile.hand.compliance import ROOT_NAMES, HandCompliance
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.tracked_hand import hand_of
from prehensile.synthesis.captured import box_grasp

TASK, SEED, GRASP = "box", 2, 3
"""The first of the session's grasps that all five fingers take part in."""
RATE_HZ = 60.0
"""of the clip; its moves take half a second and more"""


def reference_clip(truth: Truth) -> Clip:
    """What the subject followed in one grasp, and its box where it stood."""
    clip, track = truth.clip, truth.clip.hands[0]
    begins = clip.time[0] + (truth.plans[GRASP - 1]["until"] if GRASP else 0.0)
    ends = clip.time[0] + truth.plans[GRASP]["until"]
    time = np.arange(begins, ends, 1 / RATE_HZ)
    rows = np.searchsorted(clip.time, time - 1e-9)
    frames = len(rows)
    followed = replace(
        track,
        joint_names=hand_of(track).joint_names,
        q=truth.reference.at(clip.time[rows])[0],
        T_world_forearm=track.T_world_forearm[rows],
    )
    thing = next(body for body in clip.bodies if body.name == THING)
    stood = BodyTrack(thing.name, thing.vertices, thing.faces, thing.pose[rows], thing.color)
    origin = f"virtual lab, {TASK}, seed {SEED}, grasp {GRASP}"
    return Clip(
        time - begins, (followed,), (stood,), ContactTrack.empty(frames),
        np.zeros((frames, 1, 5)), np.zeros((frames, 1)),
        {"reference": "the subject's own", "recording": origin},
    )  # fmt: skip


def compliance(truth: Truth) -> HandCompliance:
    """The subject's joints."""
    hand = hand_of(truth.clip.hands[0])
    soft = np.array([truth.compliance[name] for name in hand.joint_names])
    C = np.diag(np.append(soft, np.zeros(3)))
    return HandCompliance(
        (*hand.joint_names, *ROOT_NAMES), C, np.zeros_like(C), np.zeros(len(C), bool), TASK,
        hand.side, meta={"source": f"virtual lab, {TASK}, seed {SEED}"},
    )  # fmt: skip


def main() -> None:
    """Cut it out, and write both files."""
    record_missing([(TASK, SEED)], lambda done, count: print(f"{done} of {count} recorded"))
    (kept,) = kept_sessions(TASK, [SEED])
    folder = Path(box_grasp.__file__).parent
    for made, name in (
        (reference_clip(kept.truth), box_grasp.CLIP),
        (compliance(kept.truth), box_grasp.COMPLIANCE),
    ):
        path = made.save(folder / name)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
