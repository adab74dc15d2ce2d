"""``report.html``: what was estimated, from which contacts, and why others were left out.

One file without links: plots are SVG within it.
"""

import html
from pathlib import Path

import numpy as np

from prehensile._version import __version__
from prehensile.atomic import atomic_path
from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.joints.grasp_estimate import ELSEWHERE
from prehensile.compliance.joints.published import published_compliance
from prehensile.compliance.model.literature import QUOTED, TABLE_4_3, joint_kind
from prehensile.compliance.model.passive_tissue import FINGERS, WRIST, passive_tissue
from prehensile.compliance.tip.tip_results import TipResults
from prehensile.compliance.told.contact_section import contact_section
from prehensile.compliance.told.fingertips import fingertips, touching_posture
from prehensile.compliance.told.force_plot import correlation_interval, force_law_table, force_plot
from prehensile.compliance.told.hand_drawing import hand_drawing, hand_views
from prehensile.compliance.told.interval_section import interval_section
from prehensile.compliance.told.joint_chart import ToldJoint, joint_chart
from prehensile.compliance.told.page import figure_html, note_html, page_html, table_html

NOT, NO_BREAK = "–", "\u00a0"


def write_report(
    estimate: Estimate,
    path: str | Path,
    published: bool = False,
    tip: TipResults | None = None,
) -> Path:
    """Write the page.

    Args:
        estimate: what it tells of.
        path: of the file.
        published: whether a table compares it with (4.12).
        tip: of the same recording, where a platform or a pad was in it.
    """
    parts = [
        _summary(estimate),
        _joints(estimate),
        interval_section(estimate),
        _fingertips(estimate),
        _tip(tip) if tip is not None else "",
        _published(estimate) if published else "",
        _planned(estimate),
        contact_section(estimate),
        _others(),
        _limits(estimate),
    ]
    with atomic_path(path) as temporary:
        temporary.write_text(page_html("How soft this hand is", parts), "utf-8")
    return Path(path)


def _summary(estimate: Estimate) -> str:
    session, own = estimate.session, _own(estimate)
    planned = np.array([w.planned for w in estimate.windows])
    told = int(estimate.reported.sum())
    words = (
        f"Task: {session.task or 'not named'}; {session.hand.side} hand, sizes "
        f"{'found from its markers' if session.calibrated else 'as given'}. "
        f"{len(session.touches)} touches in {np.ptp(session.time):.0f} s, "
        f"{len(estimate.windows)} with motion on both sides; planned force "
        f"{planned.mean():.2f} N on average. {told} of {len(estimate.joints)} joints on the way "
        f"to what was touched can be told; {100 * (1 - estimate.accepted[own].mean()):.0f} % of "
        f"contacts × joints were left out, with the reason below. prehensile {__version__}."
    )
    return f"<p>{html.escape(words)}</p>"


def _own(estimate: Estimate) -> np.ndarray:
    """(K, n) contacts and the joints on their way: other digits' joints are none of them."""
    return np.array([[reason != ELSEWHERE for reason in row] for row in estimate.contact_reason])


def _joints(estimate: Estimate) -> str:
    low, high = estimate.interval().T
    told = [
        ToldJoint(name, float(estimate.compliance[k]), float(low[k]), float(high[k]))
        for k, name in enumerate(estimate.joints)
    ]
    rows, own = [], _own(estimate)
    for k, joint in enumerate(told):
        cells = [NOT] * 3
        if not estimate.reason[k]:
            between = f"{joint.low:.3f} – {joint.high:.3f}"
            cells = [f"{joint.compliance:.3f}", between, f"{1 / joint.compliance:.2f}"]
        kept = f"{int(estimate.accepted[:, k].sum())} of {int(own[:, k].sum())}"
        rows.append((joint.name, *cells, kept, _thesis(joint.name), _tissue(joint.name)))
    head = ("joint", "compliance [rad/Nm]", "90 % interval", "stiffness [Nm/rad]",
            "contacts used", "thesis, exploring / scratching [rad/Nm]",
            "relaxed tissue [Nm/rad]")  # fmt: skip
    note = (
        "Compliance is the bend of a joint a newton-metre, stiffness its inverse. Relaxed tissue "
        "is what is left when no muscle works: a hand that touches is stiffer, so that its mark "
        f"lies to the left of the triangle. Fingers: {FINGERS}; wrist: {WRIST}."
    )
    chart = figure_html(joint_chart(told), "", "wide")
    return (
        "<h2>Joints</h2>" + chart + table_html(head, rows) + _not_told(estimate) + note_html(note)
    )


def _not_told(estimate: Estimate) -> str:
    """Reasons, and the joints that each of them leaves out."""
    named: dict[str, list[str]] = {}
    for name, reason in zip(estimate.joints, estimate.reason, strict=True):
        if reason:
            named.setdefault(reason, []).append(name)
    rows = [(reason, ", ".join(names)) for reason, names in named.items()]
    return table_html(("not told because", "joints"), rows, True) if rows else ""


def _thesis(name: str) -> str:
    kind = joint_kind(name)
    if not name.endswith("_flex") or kind not in TABLE_4_3["exploring"]:
        return NOT
    return " / ".join(f"{table[kind]:.2f}" for table in TABLE_4_3.values())


def _tissue(name: str) -> str:
    tissue = passive_tissue(name)
    if tissue is None:
        return NOT
    spread = "" if tissue.deviation is None else f"{NO_BREAK}±{NO_BREAK}{tissue.deviation:.2g}"
    return f"{tissue.stiffness:.3g}{spread}"


def _fingertips(estimate: Estimate) -> str:
    hand, posture = estimate.session.hand, touching_posture(estimate)
    tips = fingertips(estimate, posture)
    parts, rows = ["<h2>Fingertips</h2>"], []
    for tip in tips:
        free, held = tip.stiffness()
        axes = 1e3 * np.linalg.eigvalsh(tip.soft.compliance)
        rows.append((tip.contact, _with_range(free), _with_range(held),
                     " × ".join(f"{a:.2f}" for a in axes)))  # fmt: skip
    views = hand_views(hand, *posture, tips[0].soft.plate)
    for view, side in zip(views, ("From the thumb's side", "From above"), strict=True):
        drawing = hand_drawing(hand, *posture, [tip.soft for tip in tips], view)
        parts.append(figure_html(drawing, f"{side}: median posture at the onsets", "wide"))
    head = ("contact", "1/(nᵀCn) [N/m], free sideways", "nᵀC⁻¹n [N/m], held sideways",
            "half axes of the ellipsoid [mm/N]")  # fmt: skip
    note = (
        "The ellipse is where one newton, in whatever direction, would move the fingertip, at the "
        "scale of the drawing; thin ones are as likely by the intervals. n is the mean force on "
        "the fingertip. C sums all joints on the way, those that were not told with the thesis's "
        "values, and 1 mm/N of the root; ranges hold 90 % by the intervals of those that were "
        "told, as if the others were known."
    )
    return "\n".join([*parts, table_html(head, rows), note_html(note)])


def _with_range(values: np.ndarray) -> str:
    return f"{values[0]:.0f} ({values[1]:.0f} – {values[2]:.0f})"


def _tip(tip: TipResults) -> str:
    note = (
        "A platform pushed the fingertip, or a plate its pad: told apart from the contacts, which "
        "nobody disturbs (4.2.2, 4.4). Free and held sideways as above; (4.13) takes the "
        "fingertip for one mass on one spring, in the window that the data choose."
    )
    rows = tip.rows()
    return (
        "<h2>The fingertip, pushed or pressed</h2>"
        + table_html(("what", "value"), rows)
        + note_html(note)
    )


def _published(estimate: Estimate) -> str:
    rows = []
    for one in estimate.with_fits:
        told = [j for k, j in enumerate(one.joints) if one.reported[k]]
        found = [published_compliance(one.session, told, degree) for degree in (1, 2)]
        for k, name in enumerate(told):
            ours = one.compliance[one.joints.index(name)]
            cells = [f"{np.nanmedian(single[:, k]):.3f}" for single in found]
            below = [f"{100 * (single[:, k] < 0).mean():.0f} %" for single in found]
            rows.append((name, f"{ours:.3f}", *cells, *below))
    head = ("joint", "ours [rad/Nm]", "degree 1, median", "degree 2, median",
            "negative at degree 1", "at degree 2")  # fmt: skip
    note = (
        "Slopes of polynomials over 100 ms either side. A reference that curves biases it; it is "
        "here to be compared with."
    )
    return "<h2>As published (4.12)</h2>" + table_html(head, rows) + note_html(note)


def _planned(estimate: Estimate) -> str:
    planned = np.array([window.planned for window in estimate.windows])
    parts = ["<h2>Stiffness and planned force</h2>"]
    for k, (name, r) in enumerate(zip(estimate.joints, estimate.force_correlation(), strict=True)):
        good = estimate.onsets & estimate.accepted[:, k] & (estimate.by_contact[:, k] > 0)
        if not (estimate.reported[k] and np.isfinite(r)):
            continue
        low, high = correlation_interval(float(r), int(good.sum()))
        words = (
            f"{name}: correlation {r:+.2f} (90 %: {low:+.2f} to {high:+.2f}) over "
            f"{int(good.sum())} contacts"
        )
        drawing = force_plot(planned[good], 1 / estimate.by_contact[good, k])
        parts.append(figure_html(drawing, words))
    note = (
        "Planned force is the largest of a touch's first 0.6 s (4.2.1). Hajian 1997 found "
        "fingertips stiffer the harder they press; the thesis correlates its estimates with it by "
        "0.54 (MCP) and 0.38 (wrist). Single contacts are noisy: see the intervals. Dots at a "
        "plot's upper edge lie beyond it."
    )
    laws = force_law_table(estimate.joints, estimate.laws)
    return "\n".join([*parts, laws, note_html(note)]) if len(parts) > 1 else ""


def _others() -> str:
    rows = [(q.what, q.value, q.source) for q in QUOTED]
    return "<h2>What others measured</h2>" + table_html(("what", "value", "source"), rows, True)


def _limits(estimate: Estimate) -> str:
    gains = {load.gain_deviation for load in estimate.session.loads.values()}
    gain = f"known to {100 * max(gains):.0f} %" if max(gains) else "taken to be exact"
    words = (
        "Joints are linear springs and dampers about a smooth reference; flesh, tools and muscles "
        "that react are left out. Compliance depends on the task, and holds for it alone. Touches "
        "were found by hysteresis in the force, or edited; a wrong onset bends every fit, and no "
        f"interval has that in it. The force sensor's gain is {gain}: it maps one to one into "
        "compliance. A forearm whose pose was not recorded is taken to be still."
    )
    return "<h2>Limits</h2>" + note_html(words)
