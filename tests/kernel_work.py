"""A little work for kernels of several rooms; run in this interpreter, and in one without Numba."""

from typing import Any

import numpy as np

from prehensile.fast_path import kernels_in_use
from prehensile.forks.models.shipped import shipped
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.ik.finger import FingerIK
from prehensile.kinematics.ik.hand_target import HandTarget
from prehensile.motion.contacts import ContactFrame
from prehensile.motion.pad_load import Pads, tip_transforms
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.quality.measure.random_grasp import RADIUS, random_contacts
from prehensile.skin.own_rig import own_rig
from prehensile.skin.rig.blend import posed_skin


def work() -> dict[str, Any]:
    """JSON-able results by the kernels that made them."""
    hand = Hand()
    model = reduce(shipped("arm"))
    wrench = np.zeros((len(model.linearisation.rows), 6))
    wrench[:, 1] = 2.0
    ik = FingerIK([0.04, 0.025, 0.02], exact=True)
    tips = tip_transforms(hand, corpus()["fist"].q, np.array([0.0, 0, 0, 1, 0, 0, 0]))
    names = [f"right/{TIP_SEGMENT[digit]}" for digit in DIGITS]
    both = np.arange(5), np.roll(np.arange(5), 1)
    normal = -tips[:, :3, 2]
    touch = ContactFrame(*both, tips[:, :3, 3] + 0.01, normal, 2 * normal, *np.zeros((2, 5)))
    pads = Pads(hand, "right", names).load(touch, tips)
    grasps = random_contacts(np.random.default_rng(1), 6, 8)
    quality = grasp_quality(*grasps, 0.7, np.zeros(3), RADIUS, torsion=0.003)
    return {
        "kernels": kernels_in_use(),
        "finger": ik.solve([[0.06, 0.02], [0.05, -0.01]]).angles.tolist(),
        "hand": HandTarget(hand).solve(np.full((5, 3), 0.1), "nearest").miss.tolist(),
        "mechanism": ReducedSimulation(model).step(wrench, 20).tolist(),
        "pads": np.concatenate([part.ravel() for part in pads]).tolist(),
        "quality": np.column_stack(quality).tolist(),
        "skin": posed_skin(own_rig(hand, 0), hand, corpus()["fist"].q)[0][::50].tolist(),
    }
