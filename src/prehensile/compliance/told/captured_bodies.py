"""The things that were touched, beside a reference trajectory: where they were."""

from dataclasses import replace

from prehensile.capture.recording.as_clip import recorded_bodies
from prehensile.capture.recording.recording import Recording
from prehensile.motion.clip import Clip


def with_captured_bodies(reference: Clip, recording: Recording) -> Clip:
    """The reference of a recording, with those of its objects whose pose and shape are known.

    ``meta["bodies"]`` tells mass [kg] and friction where the recording does.
    """
    bodies = recorded_bodies(recording, reference.time)
    known = {thing.name: thing for thing in recording.objects}
    facts = {
        body.name: {
            what: value
            for what, value in (
                ("mass", known[body.name].mass), ("friction", known[body.name].friction)
            )
            if value > 0
        }
        for body in bodies
    }  # fmt: skip
    return replace(reference, bodies=bodies, meta={**reference.meta, "bodies": facts})
