"""Controls of the scene ``grasp`` that no other has."""

from collections.abc import Sequence

from prehensile.control.grasp import CONTROLLERS
from prehensile.control.law.grip_range import MOST_GRIP
from prehensile.stage.choices import slider, switch
from prehensile.stage.messages import Control

SUITS = "any"
"""the example is whatever suits the object"""
ANYWHERE = "anywhere"
"""name of the button that forgets where somebody pointed"""


def controller_choice(value: str, enabled: bool) -> Control:
    """Which of the two grasps; what is mounted leaves no choice."""
    return Control(
        name="controller",
        label="Controller",
        kind="choice",
        value=value,
        choices=tuple(sorted(CONTROLLERS)),
        group="Scene",
        enabled=enabled,
        help="As one example showed, or finger by finger in sequence.",
    )


def example_choice(value: str | None, examples: Sequence[str]) -> Control:
    """As which example; None: as one that suits the object."""
    return Control(
        name="example",
        label="Example",
        kind="choice",
        value=value or SUITS,
        choices=(SUITS, *examples),
        group="Scene",
        help="The recording whose grasp this hand has learnt, or any that suits the object; "
        "--clip brings your own.",
    )


def way_choice(value: int, most: int) -> Control:
    """Which of the different ways to take the object."""
    return Control(
        name="way",
        label="Way",
        kind="choice",
        value=str(value),
        choices=tuple(str(number) for number in range(1, most + 1)),
        group="Grasp",
        enabled=most > 1,
        help="Different grasps of the same thing, best first; numbered as --way numbers them.",
    )


def anywhere_button(thing: str, pointed: bool) -> Control:
    """Forgets where somebody pointed."""
    return Control(
        name=ANYWHERE,
        label="Anywhere",
        kind="button",
        group="Grasp",
        enabled=pointed,
        help=f"Click the {thing} to say where it is taken; this forgets it again.",
    )


def force_mode(on: bool) -> Control:
    """Whether the grip is in newtons."""
    text = "The grip as a force on the object; off: by its strength, as the example showed."
    return switch("newtons", "Grip in newtons", on, text, group="Grip", advanced=True)


def grip_slider(newtons: float, at_first: float) -> Control:
    """How hard, and up to which force the slider goes."""
    return slider(
        "grip",
        "Grip",
        newtons,
        (1.0, min(MOST_GRIP, max(60.0, 2 * at_first))),
        "Sum of the normal forces on the object.",
        unit="N",
        step=0.5,
        group="Grip",
    )
