"""Figures of a learned hand at work that stand under *Advanced*."""

from prehensile.stage.messages import Control
from prehensile.stage.shows.learned_hand import LearnedHand


def learned_figures(hand: LearnedHand | None) -> tuple[Control, ...]:
    """As they are now; dashes where nothing is ready yet."""
    if hand is None:
        return tuple(_figure(name, "–") for name in FIGURES)
    place, angle = hand.off
    now = {
        "off": f"{angle:.3f}",
        "away": f"{1e3 * place:.1f}",
        "quality": f"{hand.quality:.2f}",
        "value": f"{hand.value:.2f}",
        "cycles": f"{hand.cycles}",
        "strange": f"{hand.strange:.2f}",
        "states": f"{len(hand.lookup.table.states)}",
    }
    return tuple(_figure(name, text) for name, text in now.items())


FIGURES = {
    "off": ("Off the goal", "rad", "Angle between how it is turned and how it should be.", ""),
    "away": ("Away from there", "mm", "From where it should be.", ""),
    "quality": ("Grasp quality", "", "Smallest axis of the wrench ellipsoid.", "Q"),
    "value": ("Value", "", "What the policy expects: nought at the goal, less far off.", "V"),
    "cycles": ("Cycles", "", "Of approach, actuate and release, since the goal was set.", ""),
    "strange": ("Nearest known state", "", "Its distance; beyond ε it is a guess.", "d"),
    "states": ("Known states", "", "Each with three poses: all that the hand has learned.", ""),
}


def _figure(name: str, text: str) -> Control:
    label, unit, help_, symbol = FIGURES[name]
    return Control(
        f"{name}_now", label, "figure", help_, text, unit=unit, group="Figures", advanced=True,
        symbol=symbol,
    )  # fmt: skip
