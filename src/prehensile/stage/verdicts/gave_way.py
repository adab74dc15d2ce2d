"""By how much a pushed fingertip gave way, in plain words."""

from prehensile.compliance.model.tip_yield import TipYield
from prehensile.motion.verdict import Figure, Verdict

MOSTLY = 0.8
"""share of a yield that was measured, below which it is a guess"""


def gave_way_verdict(
    digit: str, force: float, way: float, expected: TipYield, stiffness: tuple[float, float]
) -> Verdict:
    """``The index fingertip gave way by 9.1 mm under 1.0 N; measured: 7.9 to 10.4 mm.``

    Args:
        digit: whose tip.
        force: [N] of the push.
        way: [m] that the tip went along it.
        expected: of that push, to first order.
        stiffness: [N/m] along the push: free sideways, and held.
    """
    low, high = (way * end / expected.value for end in (expected.low, expected.high))
    told = expected.told > MOSTLY
    said = f"The {digit} fingertip gave way by {1e3 * way:.1f} mm under {force:.1f} N"
    return Verdict(
        told,
        f"{said}: {1e3 * low:.1f} to {1e3 * high:.1f} mm by what was measured."
        if told
        else f"{said}, but {1 - expected.told:.0%} of that is assumed, not measured.",
        reason="" if told else "not measured",
        advice="" if told
        else "Record this finger touching things, and give prehensile estimate that recording.",
        figures={
            "gave way": Figure(1e3 * way, "mm"),
            "at least": Figure(1e3 * low, "mm"),
            "at most": Figure(1e3 * high, "mm"),
            "measured": Figure(100 * expected.told, "%"),
            "stiffness": Figure(stiffness[0], "N/m"),
            "stiffness held sideways": Figure(stiffness[1], "N/m"),
        },
    )  # fmt: skip
