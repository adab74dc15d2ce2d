"""What a step costs: five fingers close on a box and an apple, and carry them about."""

from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.synthesis.grasped_ball import pinching_angles
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.lie import se3
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.play.playing import RATE_HZ
from prehensile.synthesis.scene_geometry import SceneGeometry
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.structure import HandStructure
from prehensile.world.catalogue import load_object
from prehensile.world.scene import ObjectInScene, name_objects

REFERENCE = {
    "step_us_5_contacts": "",
    "geometry_us": "",
    "realtime_factor_500hz_5_contacts": "≥ 5 (the slower of the two)",
    "contacts_timed": "mean, five fingers; of a box more than five",
}
OBJECTS = {"box": "box:55x55x55mm", "apple": "apple"}
DEEP, OPEN = 0.006, -0.012
"""[m] of the reference's fingertips inside what is held, and before"""
CLOSING, CARRIED = 200, 1000
"""steps"""
SWAY, SWAY_HZ = 0.03, 1.0
"""[m] by which the hand goes to and fro"""
HIGH = 0.5
"""[m] above the floor"""


class Cost(NamedTuple):
    """Of one object, carried."""

    step_us: float
    """median, geometry included"""
    geometry_us: float
    realtime: float
    """simulated seconds in one of this core's, over the whole way"""
    contacts: float
    """mean"""


def carried(thing: str) -> tuple[Simulation, list[Reference]]:
    """Five open fingers about an object, and the references by which they close and carry it."""
    hand, obj = Hand(), load_object(thing)
    low, high = obj.vertices.min(axis=0), obj.vertices.max(axis=0)
    radius = 0.5 * float((high - low).mean())
    closed, centre = pinching_angles(hand, DIGITS, radius, DEEP)
    opened, _ = pinching_angles(hand, DIGITS, radius, OPEN, centre)
    pose = (*(centre - 0.5 * (low + high) + [0, 0, HIGH]), 1.0, 0.0, 0.0, 0.0)
    placed = name_objects(ObjectInScene(obj, pose=pose))
    geometry = SceneGeometry(hand, placed)
    references = []
    for k in range(CLOSING + CARRIED + 1):
        share, t = min(1.0, k / CLOSING), max(0, k - CLOSING) / RATE_HZ
        T = np.eye(4)
        T[:3, 3] = SWAY * (1 - np.cos(2 * np.pi * SWAY_HZ * t)), 0.0, HIGH
        references.append(Reference(np.append(opened + share * (closed - opened), np.zeros(3)), T))
    # Nothing falls while the fingers close: what is timed is a grasp, whatever it weighs.
    setting = Setting(HandStructure(hand), geometry.bodies, gravity=(0.0, 0.0, 0.0))
    simulation = Simulation(
        setting, geometry, assumed_compliance(hand).of(hand), references[0],
        geometry.body_poses(se3.from_pose7(np.array([pose]))),
    )  # fmt: skip
    return simulation, references[1:]


def step_cost(thing: str, steps: int = CARRIED) -> Cost:
    """Of an object by name, in the first steps of its way."""
    s, references = carried(thing)
    for to in references[:CLOSING]:
        s.step(to)
    seconds, found, contacts = [], [], []
    began = process_time()
    for to in references[CLOSING : CLOSING + steps]:
        start = perf_counter()
        s.step(to)
        seconds.append(perf_counter() - start)
        contacts.append(len(s.contacts.key))
    spent = process_time() - began
    for _ in range(min(steps, 200)):
        start = perf_counter()
        s.geometry(s.links, s.state.T_bodies)
        found.append(perf_counter() - start)
    return Cost(
        1e6 * float(np.median(seconds)), 1e6 * float(np.median(found)),
        steps / RATE_HZ / spent, float(np.mean(contacts)),
    )  # fmt: skip


def step_figures(steps: int = CARRIED) -> dict[str, Any]:
    """Of the box and the apple."""
    found = {name: step_cost(thing, steps) for name, thing in OBJECTS.items()}
    return {
        "step_us_5_contacts": {name: one.step_us for name, one in found.items()},
        "geometry_us": {name: one.geometry_us for name, one in found.items()},
        "realtime_factor_500hz_5_contacts": min(one.realtime for one in found.values()),
        "contacts_timed": {name: one.contacts for name, one in found.items()},
    }
