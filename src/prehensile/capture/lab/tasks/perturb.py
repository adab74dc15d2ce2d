"""Rest a finger on a spring-loaded platform that is let go without warning (4.2.2, Figure 4.7).

The platform pushes the fingertip up by 8 mm within some hundredths of a second; the subject
takes the finger away after a reaction time of about a tenth of a second (Figure 4.8). The sensor
that carries the platform feels the finger; mass, damping and stiffness of the fingertip follow from
force and motion before the reaction (4.13).
"""

from typing import Any

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.platform import Platform
from prehensile.capture.lab.postures import POSTURES, touching_posture
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.reference import Move, one_after_another
from prehensile.capture.lab.room import Room
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import on_plank
from prehensile.capture.lab.touch_plan import plan_touch

FORCE = (0.5, 0.9)
"""[N] at rest; Table 4.4 has 0.68"""
RISE, RISE_S = 0.008, 0.035
"""[m] and [s]: complete within two frames of a video at 30 Hz (Figure 4.7)"""
FRICTION = 0.1
"""of the platform, which is slippery: held sideways by 0.8 the fingertip answers with
nᵀG⁻¹n (three times 1/nᵀCn) until it slips, and no one second-order system fits both"""
REACTION = (0.09, 0.12)
"""[s] until the finger is taken away"""
WITHDRAW = 0.25
"""[s] that takes"""
REST = (0.5, 1.0)
"""[s] of rest before it is let go"""


def record(
    subject: Subject,
    rng: np.random.Generator,
    contacts: int,
    progress: Progress,
    force: tuple[float, float] = FORCE,
) -> Performance:
    """Be perturbed so many times; arguments as of `explore.record`, and the force at rest [N]."""
    platform = Platform(RISE, RISE_S)
    room = on_plank.plank_room(subject, stepper=platform, friction=FRICTION)
    plans = []
    for k in range(contacts):
        plans.append(_perturbation(room, platform, list(POSTURES)[k % 3], force, rng))
        progress(k + 1, contacts)
    return on_plank.performance(room, plans, {"platform": {"rise_m": RISE, "rise_s": RISE_S}})


def _perturbation(
    room: Room,
    platform: Platform,
    posture: str,
    forces: tuple[float, float],
    rng: np.random.Generator,
) -> dict[str, Any]:
    subject, T = room.subject, on_plank.forearm_transform()
    platform.latch()
    touching = touching_posture(subject.hand, posture, T, on_plank.SURFACE, rng)
    force = float(rng.uniform(*forces))
    plan = plan_touch(subject, touching, T, force, rng)
    moves, until = one_after_another(
        room.reference.end, [(plan.start, 0.5, 0.3), (plan.end, plan.seconds, rng.uniform(*REST))]
    )
    started = room.time
    room.play(moves, until)
    released = room.time
    platform.let_go(room.world)
    reaction = float(rng.uniform(*REACTION))
    away = on_plank.raised(subject, plan.start) - plan.end
    room.play([Move(reaction, WITHDRAW, away)], reaction + WITHDRAW + 0.3)
    return {
        "posture": posture,
        "planned_force": force,
        "start": started + 0.8,
        "seconds": plan.seconds,
        "share": plan.share,
        "released": released,
        "reaction": released + reaction,
        "until": room.time,
    }
