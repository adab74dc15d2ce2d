"""Live loads on the pads: of what a floor has to bear, and of the clip of the same steps."""

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions
from prehensile.motion.pad_load import pad_loads
from prehensile.world.command import Command
from prehensile.world.objects.primitives import box
from prehensile.world.pads import WorldPads
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

GRAVITY = 9.81


@pytest.mark.parametrize("side", ["right", "left"])
def test_fingertips_press_on_a_plate_as_hard_as_it_presses_on_the_floor(side):
    """The plate lies still: the floor bears its weight and what the fingers add."""
    hand = HandSpec.mean(side).build()
    q = np.zeros(23)
    q[[hand.joint_index(f"{f}_mcp_flex") for f in ("index", "middle", "ring", "little")]] = 0.5
    lowest = pad_positions(hand, q)[0][1:, 2].min()
    at = [0, 0, 0.021 - lowest, 1, 0, 0, 0]  # just above it
    place = HandInScene(hand, wrist="fixed", forearm=at, q=q)
    plate = box((0.12, 0.1, 0.02), 0.3, name="plate")
    world = World(place, ObjectInScene(plate, pose=[0.15, 0, 0.01, 1, 0, 0, 0]))
    pads, recorder = WorldPads(world), Recorder(world)
    stiff = np.full(23, 2.0)
    command = Command(1.6 * q, stiff, 0.1 * stiff)
    for _ in range(240):
        frame = world.step(command)
        loads = pads.loads(frame)
        recorder.add(frame)
    names, contacts = world.contact_names, frame.contacts
    pair = [{names[a], names[b]} for a, b in zip(contacts.a, contacts.b, strict=True)]
    on_floor = sum(
        contacts.normal_force[k] for k, both in enumerate(pair) if both == {"floor", "plate"}
    )
    added = on_floor - GRAVITY * plate.mass
    assert added > 0.5, "the fingers press"
    np.testing.assert_allclose(loads[0].force.sum(), added, rtol=0.02)
    assert (loads[0].force[1:] > 0).sum() >= 2 and not loads[0].force[0]
    # The clip works the same poses out from joint angles.
    recorded = pad_loads(recorder.clip())
    for live, kept in zip(loads[0], recorded, strict=True):
        np.testing.assert_allclose(live, kept[-1, 0], atol=1e-6)
    np.testing.assert_array_equal(pads.bends(frame)[0], frame.q[0][[6, 10, 14, 18, 22]])
