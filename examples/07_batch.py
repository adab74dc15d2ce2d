# /// script
# dependencies = ["prehensile"]
# ///
"""Lift 16 cylinders at once, each of another mass, with the controller that lifts one.

python examples/07_batch.py
"""

import numpy as np

from prehensile import Hand, WorldBatch
from prehensile.control.attempt.by_sequence import find_candidates, sequence_play
from prehensile.control.place.stand import stand_pose
from prehensile.world.catalogue import load_object


def main(count: int = 16) -> None:
    hand, thing = Hand(), load_object("cylinder")
    # One way to grasp it, worked out for a single world.
    single = sequence_play(thing, hand, find_candidates(thing, hand, seed=0)[0], grip=12.0)
    batch = WorldBatch(single.world.hands, single.world.objects, count)
    mass = np.random.default_rng(0).uniform(0.5, 12.0, count) * thing.mass
    batch.set_mass(thing.name, mass)

    controller = single.controller
    controller.reset(batch.observe())  # from here on it runs all of them
    while not controller.finished.all():
        batch.step(controller.act(batch.observe()))

    contacts = batch.contacts()
    on_object = batch.sensors.things[hand.side].index(thing.name)
    carried = contacts.force[:, :, on_object].sum(axis=(1, 2))[:, 2]
    height = batch.object_pose(thing.name)[:, 2] - stand_pose(thing)[2]
    print("  mass   lifted   force of the hand on it, upwards")
    for i in np.argsort(mass):
        print(f"{mass[i] * 1e3:5.0f} g {height[i] * 1e2:5.1f} cm {carried[i]:7.2f} N")
    print(f"{(height > 0.12).sum()} of {count} held; each was squeezed with 12 N before the lift")


if __name__ == "__main__":
    main()
