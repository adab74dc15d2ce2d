"""`resynthesize`: a captured hand plays its reference on another object (Kry 2005, ch. 5)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from prehensile.compliance.model.literature import likely_compliance
from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.synthesis.clip_reference import clip_hand, clip_references
from prehensile.synthesis.joint_limits import JointLimits
from prehensile.synthesis.made_clip import MadeClip
from prehensile.synthesis.reflex import GripReflex, ReflexLaw
from prehensile.synthesis.scene_geometry import SceneGeometry
from prehensile.synthesis.setting import Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.stiffening import StiffeningCompliance
from prehensile.synthesis.structure import HandStructure
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene, name_objects

RATE_HZ = 500.0
"""of the steps"""
FRAME_HZ = 100.0
"""of the clip that is made"""
ROOM = 5.0
"""[m] farther from the world's origin nothing is followed"""


class Resynthesis(NamedTuple):
    """What came of it."""

    clip: Clip
    unsolved: tuple[float, ...]
    """[s] of steps for which no forces were found: the last ones acted on"""
    left: str
    """name of the object that left the room, which ended it; empty if none did"""


def assumed_compliance(hand: Hand) -> HandCompliance:
    """Of a hand that was not measured: Table 5.1, ring and little as the other fingers, the wrist
    between Table 4.3's two.
    """
    joints = np.array([likely_compliance(name) for name in hand.joint_names])
    return HandCompliance.assumed(hand, joints, meta={"source": "Kry 2005, Table 5.1"})


def placed_as(clip: Clip, thing: Object, at: str | None = None) -> ObjectInScene:
    """An object where the clip's first body begins, or at ``X,Y,Z`` [m].

    Raises:
        InputError: no body in the clip and no place given, or a place that is none.
    """
    if at is None:
        if not clip.bodies:
            raise InputError("the clip shows no body: say where the object stands, X,Y,Z in m.")
        return ObjectInScene(thing, pose=clip.bodies[0].pose[0])
    try:
        place = [float(word) for word in at.split(",")]
    except ValueError:
        place = []
    if len(place) != 3 or not np.isfinite(place).all():
        raise InputError(f"a place is X,Y,Z in metres, got {at!r}.")
    return ObjectInScene(thing, pose=(*place, 1.0, 0.0, 0.0, 0.0))


def resynthesize(
    reference: Clip,
    objects: Object | ObjectInScene | Sequence[Object | ObjectInScene],
    compliance: HandCompliance | None = None,
    *,
    floor: bool = True,
    stiffening: float = 0.0,
    reflex: ReflexLaw | None = None,
    progress: Callable[[float], None] | None = None,
    **setting: Any,
) -> Resynthesis:
    """Let the clip's first hand, on its springs, meet objects.

    Args:
        reference: of `prehensile estimate`, or any clip: its forces then tell the reference.
        objects: where they stand at the beginning; they may be fixed or on a hinge.
        compliance: of the hand; `assumed_compliance` if left out.
        floor: whether there is one, at z = 0.
        stiffening: [1/Nm] share by which torque makes joints stiffer (`StiffeningCompliance`).
        reflex: by which slip is answered with a tighter grip; none if left out.
        progress: told which share is done.
        setting: ``sides``, ``damping`` and others of `Setting`; joint limits are the hand's.

    Raises:
        InputError: no hand in the clip, a compliance of another hand, options that do not fit.
    """
    hand = clip_hand(reference)
    C = (assumed_compliance(hand) if compliance is None else compliance).of(hand)
    placed = name_objects(objects)
    geometry = SceneGeometry(hand, placed, floor)
    options = {"timestep": 1 / RATE_HZ, "limits": JointLimits.of(hand), **setting}
    steps = clip_references(reference, hand, C, 1 / options["timestep"])
    simulation = Simulation(
        Setting(HandStructure(hand), geometry.bodies, **options), geometry,
        StiffeningCompliance(C, stiffening) if stiffening else C, steps[0],
        geometry.body_poses(se3.from_pose7(np.array([o.pose for o in placed], float))),
        reflex=None if reflex is None else GripReflex(reflex),
    )  # fmt: skip
    made = MadeClip(hand, reference.hands[0].name, placed, geometry)
    every = max(1, round(1 / (options["timestep"] * FRAME_HZ)))
    left = ""
    for k, to in enumerate(steps[1:]):
        time, state, contacts = simulation.time, simulation.state, simulation.contacts
        done = simulation.step(to)
        if k % every == 0:
            made.add(time, state, contacts, done.wrench)
        gone = np.abs(simulation.state.T_bodies[:, :3, 3]).max(axis=1) > ROOM
        if gone.any():
            left = simulation.setting.bodies[int(gone.argmax())].name
            break
        if progress is not None and k % 100 == 0:
            progress(k / len(steps))
    meta = {
        "made_by": "resynthesize",
        "unsolved_s": simulation.unsolved,
        "left": left,
        "timestep": options["timestep"],
        "reflex_level": 0.0 if simulation.reflex is None else simulation.reflex.level,
    }
    return Resynthesis(made.clip(meta), tuple(simulation.unsolved), left)
