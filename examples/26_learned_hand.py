# /// script
# dependencies = ["prehensile[learn]"]
# ///
"""A learned hand turns a dial: to one goal after another, judged, and step by step by yourself."""

from pathlib import Path

import numpy as np

from prehensile.manipulate.evaluate import evaluation, judged_starts, play
from prehensile.manipulate.judging import LIMITS
from prehensile.manipulate.learn.controller import PolicyController
from prehensile.manipulate.learning import lookup_of
from prehensile.manipulate.shipped import policy_named
from prehensile.manipulate.starting import world_at
from prehensile.manipulate.turning import turn

folder = Path("out")
folder.mkdir(exist_ok=True)

# What ships; a file that `prehensile learn dial -o mine.npz` wrote does as well.
policy = policy_named("dial")
hand = lookup_of(policy)
print(f"{len(policy.table.states)} states, three poses each; seed {policy.record['seed']}")

# A quarter to the left, then back and beyond: rotation vectors, a dial turns about z.
turned = turn(hand, [[0, 0, np.pi / 2], [0, 0, -1.0]], seed=3)
print("reached:", turned.reached, "after", [round(s, 1) for s in turned.seconds], "s")
print("a clip to play:", turned.clip.save(folder / "turned.npz"))

# Five goals of a seed, each from its own random pose of the hand.
told = evaluation(play(hand, judged_starts(hand.task, 5, seed=7), LIMITS["dial"]))
print(f"{told['success']} of {told['goals']} goals, {told['error_rad_median']:.3f} rad off")

# The same by hand: it is a Controller like any other, and its goal may change at any time.
start = hand.task.starts(1, np.random.default_rng(5))
world = world_at(hand.task, start)
controller = PolicyController(hand, start.thing[0] + 1.0)
seen = world.observe()
controller.reset(seen)
for step in range(240):
    world.step(controller.act(seen))
    seen = world.observe()
    if step == 120:
        controller.goal = start.thing[0] - 1.0
angle = float(seen.hinges["dial"] - start.thing[0, 0])
print(f"after two seconds, the goal moved after one, the dial has turned by {angle:.2f} rad")
