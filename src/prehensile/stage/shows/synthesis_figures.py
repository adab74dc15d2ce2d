"""Figures of a running synthesis that stand under *Advanced*."""

from prehensile.stage.messages import Control
from prehensile.stage.shows.live_synthesis import LiveSynthesis


def synthesis_figures(live: LiveSynthesis | None) -> tuple[Control, ...]:
    """Seven of them as they are now; dashes where nothing runs yet."""
    if live is None:
        return tuple(_figure(name, "–") for name in FIGURES)
    _, _, force = live.touching()
    now = {
        "speed": f"{live.timestep / live.step_s:.1f}" if live.step_s else "–",
        "contacts": f"{int(live.wrench.any(axis=1).sum())}",
        "slip": f"{1e3 * live.hand_slip():.1f}",
        "thumb_force": f"{force[0]:.1f}",
        "finger_force": f"{force[1:5].sum():.1f}",
        "tightened": f"{live.reflex_level:.2f}",
        "unsolved": f"{live.unsolved}",
    }
    return tuple(_figure(name, text) for name, text in now.items())


FIGURES = {
    "speed": (
        "Real time",
        "×",
        "Seconds simulated in one second here; below 1 it lags.",
    ),
    "contacts": ("Contacts", "", "That press, of the hand and of what it stands on."),
    "slip": ("Fastest slip", "mm/s", "Of the hand's contacts."),
    "thumb_force": ("Thumb", "N", "Normal force."),
    "finger_force": ("Fingers", "N", "Their normal forces together."),
    "tightened": ("Reflex level", "", "All fingers press 1 + 2g times as hard as without."),
    "unsolved": ("Unsolved steps", "", "No forces were found: the last ones acted on."),
}


def _figure(name: str, text: str) -> Control:
    label, unit, help_ = FIGURES[name]
    return Control(name, label, "figure", help_, text, unit=unit, group="Figures", advanced=True)
