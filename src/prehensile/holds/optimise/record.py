"""A grasp on a hold as a clip: it forms, and then it is pulled on."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.grip import climbing_grip
from prehensile.holds.optimise.load import SPEED, draw_command
from prehensile.holds.optimise.load_meter import LoadMeter
from prehensile.holds.optimise.reach import HoldGrasp, reach_commands
from prehensile.motion.clip import Clip
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene
from prehensile.world.world import World


def record_grasp(
    hold: Hold,
    hand: Hand,
    grasp: HoldGrasp,
    direction: np.ndarray,
    pull_seconds: float = 0.0,
) -> Clip:
    """What a hand does that takes a hold and is pulled for a while along ``direction`` (3,)."""
    rest = hand.spec.rest
    start = start_pose(hold, hand, rest)
    placed = HandInScene(hand, "hand", forearm=start, q=rest)
    world = World(placed, hold.scene_objects(), floor=False)
    recorder, grip = Recorder(world), climbing_grip(hand)
    for command in reach_commands(grasp, start, grip, world.timestep):
        recorder.add(world.step(command))
    meter = LoadMeter(world, hold, hand, direction)
    for step in range(1, round(pull_seconds / world.timestep) + 1):
        distance = step * world.timestep * SPEED
        frame = world.step(draw_command(grasp, direction, grip, distance, SPEED))
        meter.follow(frame)
        recorder.add(frame)
    judged = meter.verdict().to_meta() if pull_seconds > 0 else {}
    return recorder.clip({"hold": hold.name, "direction": direction.tolist(), **judged})
