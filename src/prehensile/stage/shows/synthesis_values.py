"""`SynthesisValues`: what a person sets of a running synthesis, and its sliders."""

from dataclasses import dataclass, replace
from typing import Self

from prehensile.stage.choices import slider, switch
from prehensile.stage.messages import Control
from prehensile.stage.shows.live_synthesis import LiveSynthesis
from prehensile.synthesis.damping import DAMPING
from prehensile.world.objects.object import Object

HEAVIEST = 1.0
"""[kg] at the end of the slider, or three times the thing's own"""


@dataclass(frozen=True)
class SynthesisValues:
    """All of them act in the next step."""

    mass: float
    """[kg]"""
    friction: float
    softness: float = 1.0
    """times all compliances"""
    damping: float = DAMPING
    """[Ns/m] for each newton"""
    reflex: bool = False

    def on(self, thing: Object) -> Self:
        """The same hand, and another thing as it is by itself."""
        return replace(self, mass=thing.mass, friction=float(thing.friction[0]))

    def changed(self, name: str, value: float | bool) -> Self:
        """One of them as its control has it."""
        return replace(self, **{name: 1e-3 * value if name == "mass" else value})

    def give(self, live: LiveSynthesis) -> None:
        """Let them act."""
        live.softness, live.friction = self.softness, self.friction
        if live.mass != self.mass:
            live.weigh(self.mass)
        if live.damping != self.damping:
            live.damp(self.damping)
        if live.reflex != self.reflex:
            live.grip_what_slips(self.reflex)

    def controls(self, own_mass: float) -> tuple[Control, ...]:
        """Four sliders and a switch, for a thing whose own mass [kg] is known."""
        return (
            slider(
                "mass", "Mass", 1e3 * self.mass, (5.0, 1e3 * max(HEAVIEST, 3 * own_mass)),
                "Acts at once.", unit="g", step=1.0, group="Object", symbol="m",
            ),
            slider(
                "friction", "Friction", self.friction, (0.05, 1.5),
                "Of the skin on it. Acts at once.", step=0.01, group="Object", symbol="μ",
            ),
            slider(
                "softness", "Softness", self.softness, (0.2, 4.0),
                "Times the compliances of all joints. Acts at once.",
                unit="×", step=0.05, symbol="C",
            ),
            slider(
                "damping", "Damping", self.damping, (0.0, 3.0),
                "Of a fingertip, for each newton that it presses with. Acts at once.",
                unit="s/m", step=0.05, symbol="c",
            ),
            switch("reflex", "Reflex", self.reflex, "Grips what slips harder, 0.1 s later."),
        )  # fmt: skip
