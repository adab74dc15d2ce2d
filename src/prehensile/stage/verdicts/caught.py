"""Whether the hand caught what fell into it."""

from collections.abc import Sequence

from prehensile.lie import se3
from prehensile.motion.verdict import Figure, Verdict
from prehensile.stage.verdicts.touching import touching
from prehensile.world.world import Frame, World

ABOVE_FLOOR = 0.05
"""[m] What the hand holds up is nowhere lower than this."""


def caught(world: World, frame: Frame, bodies: Sequence[str]) -> set[str]:
    """Those of the bodies that rest on the hand, or on others that do."""
    touch = {name: touching(frame.contacts, world.contact_names, name) for name in bodies}
    high = {name for name in bodies if _lowest(world, frame, name) > ABOVE_FLOOR}
    found = {name for name in high if touch[name].hand}
    while more := {name for name in high - found if touch[name].others & found}:
        found |= more
    return found


def caught_verdict(world: World, frame: Frame, dropped: Sequence[str]) -> Verdict:
    """How many of those that were dropped the hand holds up."""
    held = len(caught(world, frame, dropped))
    figures = {"dropped": Figure(len(dropped), ""), "caught": Figure(held, "")}
    if held == len(dropped):
        who = "it lies" if held == 1 else f"all {held} lie"
        return Verdict(True, f"Caught: {who} in the hand.", figures=figures)
    line = f"Missed: {held} of {len(dropped)} lie{'s' if held == 1 else ''} in the hand."
    return Verdict(
        False, line, reason=line, advice="Close the hand a little, and tilt it less.",
        figures=figures,
    )  # fmt: skip


def _lowest(world: World, frame: Frame, name: str) -> float:
    """[m] above the floor."""
    row = [o.name for o in world.objects].index(name)
    vertices = world.objects[row].object.vertices
    return float(se3.apply(se3.from_pose7(frame.bodies[row]), vertices)[:, 2].min())
