"""The same through the whole pipeline: noisy sensors, `prehensile estimate`, and played again.

Reference and compliance are those that the estimator tells from the recording, as a user has them.
The box stands where it stood, and skin and stops are as soft as `world`'s: what comes on top of
`replay` is what sensors and estimator do. Forces are judged by the truth's, not by what was felt.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import Kept, kept_sessions
from prehensile.bench.synthesis.replay import (
    GRASPS,
    Replay,
    grasp_rows,
    played,
    subject_of,
    world_setting,
)
from prehensile.capture.lab.tasks.box import HEIGHT
from prehensile.capture.recording.recording import Recording
from prehensile.compliance.joints.grasp_estimate import estimate_session
from prehensile.compliance.recorded.session import session_of
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.motion.clip import Clip
from prehensile.synthesis.clips.recorded import recorded_reference

REFERENCE = {
    "replay_rms_noisy": "no bar (median over grasps)",
    "replay_rms_noisy_worst": "",
    "replay_lifted_noisy": "share of grasps whose box goes up as it did",
    "replay_noisy_grasps": "",
    "replay_noisy_refused": "sessions of which nothing can be told",
}


class Told(NamedTuple):
    """What a recording tells of its hand."""

    reference: Clip
    compliance: HandCompliance


def told(recording: Recording) -> Told:
    """What `prehensile estimate` writes, with its usual options.

    Raises:
        InputError: nothing can be told.
    """
    compliance = estimate_session(session_of(recording)).hand_compliance()
    return Told(recorded_reference(recording, compliance), compliance)


def noisy_replays(kept: Kept, grasps: int = GRASPS) -> list[Replay]:
    """The first grasps of a session, by what its recording tells."""
    truth, (reference, compliance) = kept.truth, told(kept.recording)
    setting, found = world_setting(subject_of(truth)), []
    for k in range(grasps):
        rows = grasp_rows(truth, k)
        time = truth.clip.time[rows]
        within = time[(time >= reference.time[0]) & (time <= reference.time[-1])]
        found.append(played(truth, rows, reference.at_times(within), compliance, setting))
    return found


def lifted(one: Replay) -> bool:
    """Whether the box that was made goes up by half of what the lab's hand lifts it at least."""
    return bool(np.ptp(one.place[1, :, 2]) > 0.5 * HEIGHT)


def noisy_figures(seeds: Iterable[int], grasps: int = GRASPS) -> dict[str, Any]:
    """Over the first grasps of all sessions that are kept; nothing where none is."""
    found, refused = [], 0
    for kept in kept_sessions("box", seeds):
        try:
            found += noisy_replays(kept, grasps)
        except InputError:  # nothing can be told: a user is refused it, too
            refused += 1
    if not found:
        return {"replay_noisy_grasps": 0, "replay_noisy_refused": refused}
    return {
        "replay_rms_noisy": float(np.median([one.force_error for one in found])),
        "replay_rms_noisy_worst": max(one.force_error for one in found),
        "replay_lifted_noisy": float(np.mean([lifted(one) for one in found])),
        "replay_noisy_grasps": len(found),
        "replay_noisy_refused": refused,
        "unsolved_steps": sum(one.unsolved for one in found),
    }
