"""The numbers of an example's grasp as controls: α, reflex, states, gains, terms."""

from dataclasses import replace

from prehensile.control.law.gains import Gains
from prehensile.control.law.law import Terms
from prehensile.control.law.setpoints import NAMES
from prehensile.control.live.example import ExampleSettings
from prehensile.stage.choices import slider, switch
from prehensile.stage.messages import Control

BY_DISTANCE = "by distance"
STRONGEST = 100.0
GAINS = ("strength", "stiffness", "damping", "limit")
TERMS = ("passive", "active", "arm", "gravity")
CM = 100.0
"""Distances are shown in centimetres."""


def example_controls(settings: ExampleSettings) -> tuple[Control, ...]:
    """Everything that `changed` understands, with its present value."""
    return (
        slider(
            "alpha",
            "Grip strength",
            settings.alpha,
            (0.0, 0.5),
            "How far past the gripping pose the fingers are drawn.",
            step=0.01,
            group="Grip",
            symbol="α",
            advanced=True,
        ),
        switch(
            "reflex",
            "Slip reflex",
            settings.reflex,
            "What slips in the hand is gripped harder, 80 ms later.",
            group="Grip",
            advanced=True,
        ),
        *_states(settings),
        *_gains(settings.gains),
        *_terms(settings.terms),
    )


def changed(settings: ExampleSettings, name: str, value: float | str | bool) -> ExampleSettings:
    """The settings after one control was moved.

    Raises:
        KeyError: there is no such control here.
    """
    match name, value:
        case "alpha", float():
            return replace(settings, alpha=value)
        case "reflex", bool():
            return replace(settings, reflex=value)
        case "close" | "open", float():
            return replace(settings, **{name: value / CM})
        case "setpoint", str():
            return replace(settings, setpoint=None if value == BY_DISTANCE else value)
        case _, float() if name in GAINS:
            return replace(settings, gains=replace(settings.gains, **{name: value}))
        case _, bool() if name in TERMS:
            return replace(settings, terms=replace(settings.terms, **{name: value}))
    raise KeyError(name)


def _states(settings: ExampleSettings) -> tuple[Control, ...]:
    """Controls of the states by distance (Figure 3) and of the setpoint (Figure 7)."""
    return (
        Control(
            name="setpoint",
            label="Setpoint",
            kind="choice",
            value=settings.setpoint or BY_DISTANCE,
            choices=(BY_DISTANCE, *NAMES),
            group="States",
            help="By distance, as the example showed; or one of the six, switched by hand.",
            advanced=True,
        ),
        slider(
            "open",
            "Open from",
            CM * settings.open,
            (30.0, 60.0),
            "Nearer than this the hand begins to open.",
            unit="cm",
            step=1.0,
            group="States",
            symbol="D2",
            advanced=True,
        ),
        slider(
            "close",
            "Close from",
            CM * settings.close,
            (1.0, 28.0),
            "The hand is open here, and closes when it arrives.",
            unit="cm",
            step=0.5,
            group="States",
            symbol="D1",
            advanced=True,
        ),
    )


def _gains(gains: Gains) -> tuple[Control, ...]:
    """Controls of the gains of Table 1."""
    return (
        slider(
            "strength",
            "Strength",
            gains.strength,
            (1.0, STRONGEST),
            "Multiplies stiffness and damping; 1 is published and holds some grams.",
            step=1.0,
            group="Gains",
            advanced=True,
        ),
        slider(
            "stiffness",
            "Stiffness",
            gains.stiffness,
            (50.0, 600.0),
            "Springs to the neutral pose and to the setpoint, per unit of inertia.",
            unit="1/s²",
            step=10.0,
            group="Gains",
            symbol="k_S",
            advanced=True,
        ),
        slider(
            "damping",
            "Damping",
            gains.damping,
            (10.0, 150.0),
            "Slows the joints.",
            unit="1/s",
            step=1.0,
            group="Gains",
            symbol="k_D",
            advanced=True,
        ),
        slider(
            "limit",
            "Limit stiffness",
            gains.limit,
            (0.0, 20000.0),
            "Soft joint limits.",
            unit="1/s²",
            step=100.0,
            group="Gains",
            symbol="k_JL",
            advanced=True,
        ),
    )


def _terms(terms: Terms) -> tuple[Control, ...]:
    """A switch for each term of equation (1)."""
    words = {
        "passive": ("Passive", "τ_P", "The hand at ease: springs to the neutral pose."),
        "active": ("Active", "τ_A", "The hand at work: springs to the setpoint."),
        "arm": ("Arm", "τ_ARM", "Cancels what the arm's own motion does to the fingers."),
        "gravity": ("Gravity", "τ_G", "Carries the weight of the hand."),
    }
    return tuple(
        switch(
            name, label, getattr(terms, name), text, group="Torques", symbol=symbol, advanced=True
        )
        for name, (label, symbol, text) in words.items()
    )
