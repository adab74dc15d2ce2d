"""Something flat slid over the edge of the table, and taken there between thumb and fingers."""

from typing import Any

import numpy as np

from prehensile.control.attempt.attempt import Ask, Attempt, played
from prehensile.control.attempt.play import Play
from prehensile.control.attempt.slide_script import SlideScript
from prehensile.control.live.stand import Stand
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import stand_pose
from prehensile.control.slide.slide_keys import SlideKeys, slide_keys
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object

SLIDE = "slide"
"""name of the controller"""
STYLE_OF = {1: "tip_pinch", 2: "tripod", 3: "quadpod"}
"""What a grasp by so many fingers and the thumb is called"""


def grasp_by_sliding(obj: Object, hand: Hand, ask: Ask) -> Attempt | None:
    """Slide it over the edge and take it; None if no hand can."""
    plan = slide_keys(obj, hand, ask.grip, ask.hold, ask.put is not None)
    if plan is None:
        return None
    script = SlideScript(hand, plan)
    stand = Stand(obj, hand, script.start, plan.keys[0].q, on="edge")
    way = plan.way
    if ask.put is not None and not way.dragged:
        lay = stand_pose(obj)
        script.put = [*(lay[:3] - [0.0, way.slid, 0.0]).tolist(), *lay[3:].tolist()]
    script.reset(stand.world.observe())
    style = STYLE_OF[len(way.fingers)]
    about: dict[str, Any] = {
        "controller": SLIDE,
        "example": style,
        "style": style,
        "kind": "precision",
        "fingers": ["thumb", *way.fingers],
        "grip": 2 * plan.squeeze,
        "seed": ask.seed,
        "on": "edge",
        "slid": way.slid,
        "rehearsed": 0,
        "played": 1,
    }
    sought = Sought(obj, ask.wishes)
    return played(Play(stand, script), obj, _candidate(obj, hand, plan), about, sought)


def _candidate(obj: Object, hand: Hand, plan: SlideKeys) -> Candidate:
    """The pinch, as other ways of grasping have it."""
    lay = se3.from_pose7(stand_pose(obj))
    lay[1, 3] -= plan.way.slid
    T = se3.inverse(lay) @ plan.pinch.T_world_forearm
    q = plan.pinch.q
    return Candidate(
        pose="slide_over_edge",
        q_open=q,
        q_shaped=q,
        q_closed=q,
        T_object_palm=T,
        T_object_forearm=T,
        approach=np.array([-0.05, 0.0, 0.0]),
        score=0.0,
        touching=1 + len(plan.way.fingers),
        shut=np.ones(hand.dof),
        presses=np.zeros(hand.dof, dtype=bool),
        gap=0.0,
    )
