"""Grasps for the scene ``grasp`` at once: what its planner would try first, without rehearsals."""

import numpy as np

from prehensile.control.attempt.job import default_grip
from prehensile.control.example.choice import usual_styles
from prehensile.control.example.style import load_style
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.control.place.wishes import Wishes
from prehensile.lie import se3
from prehensile.stage.shows.grasp_plans import FoundGrasp


def first_grasps(thing, hand, wanted, seed, tries):
    """In place of `find_grasps`; on things that a style can take."""
    name = wanted.example or usual_styles(thing)[0]
    T_world_object, rng = se3.from_pose7(stand_pose(thing)), np.random.default_rng(seed)
    wishes = Wishes(where=wanted.where)
    style = load_style(name).on(hand)
    found = style_candidates(style, hand, thing, T_world_object, rng, wanted.way, wishes=wishes)
    grip = default_grip(thing)
    return [FoundGrasp(c, "example", name, "table", grip, "", True) for c in found]
