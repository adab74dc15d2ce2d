"""A thing of the catalogue in all ways that it is judged by, planned and rehearsed once for all."""

from typing import NamedTuple

from prehensile.bench.control.on_table import Measured, measure
from prehensile.bench.control.one_example import Result, try_thing
from prehensile.bench.control.still import creep_of
from prehensile.control.worked_out import work_remembered
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object


class Judged(NamedTuple):
    """What one thing gives."""

    shaken: Result
    """from one example, lifted and shaken"""
    default: Measured
    """as a user would by default"""
    creep: float
    """[m/s] by default, held for a minute"""


def judge_thing(name: str) -> Judged:
    """Three grasps, each as it would be alone: rehearsals know nothing of shake and hold."""
    obj, hand = load_object(name), Hand()
    with work_remembered():
        return Judged(try_thing(name, obj, hand), measure(obj, hand), creep_of(obj, hand))
