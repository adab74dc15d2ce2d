"""Every contact of every joint: the fits drawn, accepted, or left out with the reason."""

import html
from collections import Counter

import numpy as np

from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.joints.grasp_estimate import SHARED
from prehensile.compliance.told.contact_plot import contact_plot
from prehensile.compliance.told.page import figure_html, note_html, table_html

SHOWN = 3
"""contacts drawn at once for each joint, the surest first, and as many that were left out; all
others unfold"""


def contact_section(estimate: Estimate) -> str:
    """HTML. Where several digits touched, each is drawn from its own landings."""
    note = (
        "Dots are measured angles; the dashed line is where the joint would have gone, the solid "
        "one where the spring of the common estimate lets it; below is the torque. Samples "
        "during the vibration are not fitted. The surest contacts come first."
    )
    parts = ["<h2>Contacts</h2>", note_html(note)]
    for one in estimate.with_fits:
        for k, name in enumerate(one.joints):
            if name in one.fitted and one.reason[k] != SHARED:
                parts.append(_joint(one, k))
    return "\n".join(parts)


def _joint(one: Estimate, joint: int) -> str:
    kept = one.accepted[:, joint]
    order = np.argsort(np.nan_to_num(one.by_contact_deviation[:, joint], nan=np.inf))
    good, bad = ([int(i) for i in order if kept[i] == side] for side in (True, False))
    parts = [f"<h3>{html.escape(one.joints[joint])}</h3>"]
    parts += [_figure(one, i, joint) for i in (*good[:SHOWN], *bad[:SHOWN])]
    rest = [_figure(one, i, joint) for i in (*good[SHOWN:], *bad[SHOWN:])]
    if rest:
        words = f"the others of {len(good)} accepted and {len(bad)} left out"
        parts.append(f"<details><summary>{words}</summary>{''.join(rest)}</details>")
    counts = Counter(row[joint] for row in one.contact_reason if row[joint])
    if counts:
        lines = [(reason, str(n)) for reason, n in sorted(counts.items())]
        parts.append(table_html(("left out because", "contacts"), lines))
    return "\n".join(parts)


def _figure(estimate: Estimate, contact: int, joint: int) -> str:
    window = estimate.windows[contact]
    assert estimate.fit is not None
    column = estimate.fitted.index(estimate.joints[joint])
    own = estimate.fit.contacts[contact]
    reference = own.reference(own.t)[:, column]
    bent = own.at_bins(estimate.fit.bent[contact])[:, column]
    drawing = contact_plot(
        window.time, window.q[:, joint], window.torque[:, joint], own.t, reference, reference + bent
    )
    value = estimate.by_contact[contact, joint]
    spread = estimate.by_contact_deviation[contact, joint]
    reason = estimate.contact_reason[contact][joint]
    told = f"{value:.2f} rad/Nm ± {100 * spread:.0f} %, " if spread < 1 else ""
    which = " released" if window.released else ""
    words = f"{window.touch.contact}{which} at {window.zero:.2f} s, {window.planned:.2f} N: {told}"
    return figure_html(drawing, words + (reason or "accepted"), "left-out" if reason else "")
