"""Press a fingerpad on the plank with a straight finger, and let go (4.4, Figure 4.12).

The pad follows a stated law with hysteresis; the plank flexes, so its height is recorded too.
"""

import numpy as np

from prehensile.capture.lab.fingerpad import Fingerpad, drawn_law
from prehensile.capture.lab.pad_stepper import PadStepper
from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.postures import touching_posture
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.reference import one_after_another
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import on_plank
from prehensile.capture.lab.touch_plan import plan_touch

FORCE = (2.4, 3.0)
"""[N] planned; pad and plank give way too, which leaves some nine tenths: beyond the 2 N at which
the stiffness under load is asked for"""
SUBSTEPS = 2
"""the law is not integrated implicitly, and a fingertip is light"""
SHARES = (0.2, 0.45)
HOLD = (0.1, 0.3)
"""[s]"""
LEAVE = (0.6, 1.0)
"""[s]"""
PAUSE = 0.6
"""[s] in which blood comes back"""


def record(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Press so many times; arguments as of `explore.record`."""
    law = drawn_law(rng)
    room = on_plank.plank_room(subject, stepper=PadStepper(Fingerpad(law)), substeps=SUBSTEPS)
    T, plans = on_plank.forearm_transform(), []
    for k in range(contacts):
        touching = touching_posture(subject.hand, "stretched", T, on_plank.SURFACE, rng)
        force = float(rng.uniform(*FORCE))
        plan = plan_touch(subject, touching, T, force, rng, shares=SHARES)
        moves, until = one_after_another(
            room.reference.end,
            [
                (plan.start, 0.4, PAUSE),
                (plan.end, plan.seconds, float(rng.uniform(*HOLD))),
                (on_plank.raised(subject, plan.start), float(rng.uniform(*LEAVE)), 0.0),
            ],
        )
        begun = room.time + 0.4 + PAUSE
        room.play(moves, until)
        plans.append({"planned_force": force, "start": begun, "seconds": plan.seconds,
                      "share": plan.share, "until": room.time})  # fmt: skip
        progress(k + 1, contacts)
    return on_plank.performance(room, plans, {"fingerpad": dict(law.printed())})
