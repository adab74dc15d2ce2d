"""What was found in somebody else's model: for people to read and to correct."""

from typing import Any

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.hand.loaded.hand import LoadedHand
from prehensile.hand.segments import TIP_SEGMENT


def inspect_hand(hand: LoadedHand) -> dict[str, Any]:
    """What was understood of a loaded hand, as a JSON-able report.

    Tips, pads and palmar directions are of the straight hand, in the palm frame: +x to the
    fingertips, +z out of the back, +y to the thumb on a right hand.
    """
    poses: dict[str, np.ndarray] = {}
    for name, segment in hand.segments.items():
        above = np.eye(4) if segment.parent is None else poses[segment.parent]
        poses[name] = above @ segment.T_parent_rest
    digits: dict[str, Any] = {}
    for digit in DIGITS:
        if TIP_SEGMENT[digit] not in hand.segments:
            continue
        tip = hand.segments[TIP_SEGMENT[digit]]
        T = poses[tip.name]
        assert tip.pad is not None, "every fingertip has a pad"
        digits[digit] = {
            "segments": [name for name, s in hand.segments.items() if s.group == digit],
            "joints": [name for name in hand.joint_names if name.startswith(f"{digit}_")],
            "tip_m": (T @ [tip.length, 0, 0, 1])[:3].round(4).tolist(),
            "pad_m": (T @ [*tip.pad, 1])[:3].round(4).tolist(),
            "palmar": (T[:3, :3] @ tip.palmar).round(3).tolist(),
        }
    spec = hand.spec
    return {
        "name": spec.name,
        "side": hand.side,
        "length_m": hand.length,
        "mass_kg": hand.mass,
        "digits": digits,
        "joints": {
            name: {"theirs": spec.source[name], "limits_rad": [float(low), float(high)]}
            for name, low, high in zip(hand.joint_names, hand.lower, hand.upper, strict=True)
        },
        "coupled": {f.name: {"follows": f.leader, "ratio": f.ratio} for f in hand.followers},
        "missing": list(spec.missing),
        "held_rigidly": list(spec.rigid),
    }


def report_lines(hand: LoadedHand) -> list[str]:
    """What `inspect_hand` found, in words, a line each."""
    report = inspect_hand(hand)
    coupled = [f"{n} = {c['ratio']:g} × {c['follows']}" for n, c in report["coupled"].items()]
    lines = [
        f"{report['name']}: a {hand.side} hand, {hand.length * 1e3:.0f} mm long, "
        f"{hand.mass:.2f} kg, {hand.dof} of our 23 joints",
        "missing: " + (", ".join(report["missing"]) or "none"),
        "held rigidly, for they are not mapped: " + (", ".join(report["held_rigidly"]) or "none"),
        "coupled: " + (", ".join(coupled) or "none"),
        "palm frame: +x to the fingertips, +y "
        + ("to the thumb" if hand.side == "right" else "away from the thumb")
        + ", +z out of the back; lengths in mm",
    ]
    for digit, found in report["digits"].items():
        tip = ", ".join(f"{v * 1e3:.0f}" for v in found["tip_m"])
        palmar = ", ".join(f"{v:.2f}" for v in found["palmar"])
        joints = ", ".join(
            f"{name.partition('_')[2]} {report['joints'][name]['theirs']}"
            for name in found["joints"]
        )
        lines.append(f"{digit}: tip ({tip}), palmar side ({palmar}); {joints}")
    wrist = [n for n in hand.joint_names if n.startswith("wrist")]
    lines.append("wrist: " + (", ".join(f"{n} {hand.spec.source[n]}" for n in wrist) or "none"))
    return lines
