"""Whether a thing is turned as it should be, in plain words."""

from prehensile.manipulate.judging import Outcome
from prehensile.motion.verdict import Figure, Verdict


def turned_verdict(
    thing: str,
    there: str,
    outcome: Outcome,
    off: tuple[float, float],
    seconds: float,
    cycles: int,
) -> Verdict:
    """``The dial stands where you want it, 0.02 rad off, after 3.1 s and 4 cycles.``

    Args:
        thing: its name.
        there: how one says that it is where it should be.
        outcome: of its only goal.
        off: [m] and [rad] from there now.
        seconds: [s] since the goal was set.
        cycles: since then, that under way included.
    """
    away, angle = off
    after = f"after {seconds:.1f} s and {cycles} cycle{'' if cycles == 1 else 's'}"
    reason, advice = "", ""
    if outcome.dropped[0]:
        line, reason = f"The {thing} fell out of the hand {after}.", "dropped"
        advice = "Again puts it back."
    elif outcome.reached[0]:
        line = f"The {thing} {there}, {angle:.2f} rad off, {after}."
    else:
        line = f"The {thing} is still {angle:.2f} rad from where you want it, {after}."
        reason, advice = "not reached", "Drag the goal elsewhere, or begin again."
    return Verdict(
        not advice,
        line,
        reason=reason,
        advice=advice,
        figures={
            "off": Figure(angle, "rad"),
            "away": Figure(1e3 * away, "mm"),
            "time": Figure(seconds, "s"),
            "cycles": Figure(cycles, ""),
        },
    )
