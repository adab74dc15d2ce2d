"""Whether the hand presses where somebody pointed, added to how it went."""

from dataclasses import replace

import numpy as np

from prehensile.control.attempt.wished import and_wishes
from prehensile.control.place.sought import Sought
from prehensile.lie import se3
from prehensile.motion.verdict import Verdict
from prehensile.world.world import Frame, World

ELSEWHERE = "Click another place, or choose Anywhere."


def with_where(verdict: Verdict, sought: Sought, frame: Frame, world: World, thing: str) -> Verdict:
    """The verdict of a moment, with a word for what was wanted of the place.

    What is held elsewhere is not what was wanted: it is told apart from what is held there.

    Args:
        verdict: of the same moment.
        sought: what was wanted.
        frame: that moment.
        world: it is of.
        thing: name of the object.
    """
    names, contacts = world.contact_names, frame.contacts
    by_hand = np.array(["/" in name for name in names])
    mine = (contacts.b == names.index(thing)) & by_hand[contacts.a]
    row = [o.name for o in world.objects].index(thing)
    T_object_world = se3.inverse(se3.from_pose7(frame.bodies[row]))
    at = se3.apply(T_object_world, contacts.pos[mine])
    met = sought.met_by(at, contacts.normal_force[mine])
    said = and_wishes(replace(verdict, line=verdict.line.rstrip(".")), met)
    said = replace(said, line=f"{said.line}.")
    if not verdict.ok or all(one.ok for one in met.values()):
        return said
    return replace(said, ok=False, reason=said.line, advice=ELSEWHERE)
