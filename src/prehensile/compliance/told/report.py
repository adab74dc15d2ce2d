"""``report.html``: what was estimated, from which contacts, and why others were left out.

One file without links: plots are SVG within it.
"""

import html
from pathlib import Path

import numpy as np

from prehensile._version import __version__
from prehensile.atomic import atomic_path
from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.joints.published import published_compliance
from prehensile.compliance.model.compliant_hand import Place, endpoint_compliance, stiffness_along
from prehensile.compliance.model.literature import QUOTED, TABLE_4_3, joint_kind
from prehensile.compliance.recorded.windows import ContactWindow
from prehensile.compliance.told.contact_plot import contact_plot

DRAWN = 3
"""contacts that are drawn for each joint, the surest first, and as many that were left out"""
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#222}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .7rem;"
    "border-bottom:1px solid #ddd;text-align:right}td:first-child,th:first-child{text-align:left}"
    "figure{display:inline-block;margin:.4rem}figcaption{font-size:.8rem}"
)


def write_report(estimate: Estimate, path: str | Path, published: bool = False) -> Path:
    """Write the page.

    Args:
        estimate: what it tells of.
        path: of the file.
        published: whether a table compares it with (4.12).
    """
    parts = [
        "<!doctype html><meta charset=utf-8><title>How soft this hand is</title>",
        f"<style>{STYLE}</style><h1>How soft this hand is</h1>",
        _summary(estimate),
        _joints(estimate),
        _endpoint(estimate),
        _published(estimate) if published else "",
        _contacts(estimate),
        _others(estimate),
        _limits(),
    ]
    with atomic_path(path) as temporary:
        temporary.write_text("\n".join(parts), "utf-8")
    return Path(path)


def _summary(estimate: Estimate) -> str:
    session, kept = estimate.session, estimate.accepted
    task = html.escape(session.task or "not named")
    planned = np.array([w.planned for w in estimate.windows])
    return (
        f"<p>Task: {task}. {len(session.touches)} touches in {np.ptp(session.time):.0f} s, "
        f"{len(estimate.windows)} with motion on both sides; planned force "
        f"{planned.mean():.2f} N on average. {100 * (1 - kept.mean()):.0f} % of contacts × joints "
        f"were left out, with the reason below. prehensile {__version__}.</p>"
    )


def _joints(estimate: Estimate) -> str:
    passive = estimate.session.hand.spec.stiffness
    low, high = estimate.interval().T
    correlation = estimate.force_correlation()
    rows = []
    for k, name in enumerate(estimate.joints):
        tissue = passive[estimate.session.hand.joint_index(name)]
        told = estimate.reported[k]
        value = f"{estimate.compliance[k]:.3f}" if told else "–"
        interval = f"{low[k]:.3f} – {high[k]:.3f}" if told else html.escape(estimate.reason[k])
        stiffness = f"{1 / estimate.compliance[k]:.2f}" if told else "–"
        thesis = " / ".join(
            f"{table[joint_kind(name)]:.2f}" if joint_kind(name) in table else "–"
            for table in TABLE_4_3.values()
        )
        goes = "–" if not np.isfinite(correlation[k]) else f"{correlation[k]:+.2f}"
        rows.append(
            (name, value, interval, stiffness, f"{tissue:.3g}", thesis, goes,
             str(int(estimate.accepted[:, k].sum())))
        )  # fmt: skip
    head = ("joint", "compliance [rad/Nm]", "90 % interval", "stiffness [Nm/rad]",
            "passive tissue [Nm/rad]", "thesis, exploring / scratching [rad/Nm]",
            "stiffness with planned force", "contacts")  # fmt: skip
    return "<h2>Joints</h2>" + table_html(head, rows)


def _endpoint(estimate: Estimate) -> str:
    C = estimate.hand_compliance()
    rows = []
    for load in estimate.session.loads.values():
        mine = [w for w in estimate.windows if w.touch.contact == load.contact.name]
        if not mine:
            continue
        q = np.median([w.smooth[int(np.abs(w.time).argmin())] for w in mine], axis=0)
        T = estimate.session.motion.T_world_forearm
        T = T if T.ndim == 2 else T[0]
        place = Place(load.place.segment, load.place.point)
        G = endpoint_compliance(estimate.session.hand, q, place, C, T)
        n = load.inward if load.inward is not None else np.array([0.0, 0.0, 1.0])
        free, held = stiffness_along(G, n)
        axes = 1e3 * np.sqrt(np.linalg.eigvalsh(G @ G))
        rows.append((load.contact.name, f"{free:.0f}", f"{held:.0f}",
                     " × ".join(f"{a:.2f}" for a in axes)))  # fmt: skip
    head = ("contact", "1/(nᵀCn) [N/m], free sideways", "nᵀC⁻¹n [N/m], held sideways",
            "axes of the ellipsoid [mm/N]")  # fmt: skip
    return "<h2>Fingertips</h2>" + table_html(head, rows)


def _published(estimate: Estimate) -> str:
    told = [j for k, j in enumerate(estimate.joints) if estimate.reported[k]]
    rows = []
    found = [published_compliance(estimate.session, told, degree) for degree in (1, 2)]
    for k, name in enumerate(told):
        cells = [f"{np.nanmedian(one[:, k]):.3f}" for one in found]
        below = f"{100 * (found[0][:, k] < 0).mean():.0f} %"
        rows.append((name, *cells, below))
    head = ("joint", "degree 1, median [rad/Nm]", "degree 2, median", "negative at degree 1")
    return "<h2>As published (4.12)</h2>" + table_html(head, rows)


def _contacts(estimate: Estimate) -> str:
    parts = ["<h2>Contacts</h2>"]
    for k, name in enumerate(estimate.joints):
        if name not in estimate.fitted:
            continue
        kept = estimate.accepted[:, k]
        order = np.argsort(np.nan_to_num(estimate.by_contact_deviation[:, k], nan=np.inf))
        good = [i for i in order if kept[i]][:DRAWN]
        bad = [i for i in order if not kept[i]][:DRAWN]
        parts.append(f"<h3>{name}</h3>")
        parts += [_figure(estimate, i, k) for i in (*good, *bad)]
        counts: dict[str, int] = {}
        for row in estimate.contact_reason:
            counts[row[k]] = counts.get(row[k], 0) + 1
        lines = [(reason, str(n)) for reason, n in sorted(counts.items()) if reason]
        if lines:
            parts.append(table_html(("left out because", "contacts"), lines))
    return "\n".join(parts)


def _figure(estimate: Estimate, contact: int, joint: int) -> str:
    window: ContactWindow = estimate.windows[contact]
    assert estimate.fit is not None
    column = estimate.fitted.index(estimate.joints[joint])
    own = estimate.fit.contacts[contact]
    reference = own.reference(own.t)[:, column]
    bent = own.at_bins(estimate.fit.bent[contact])[:, column]
    drawing = contact_plot(
        window.time, window.q[:, joint], window.torque[:, joint], own.t, reference, reference + bent
    )
    value, spread = (
        estimate.by_contact[contact, joint],
        estimate.by_contact_deviation[contact, joint],
    )
    reason = estimate.contact_reason[contact][joint] or "accepted"
    told = f"{value:.2f} rad/Nm ± {100 * spread:.0f} %, " if np.isfinite(value) else ""
    text = f"at {window.touch.onset:.2f} s: {told}{reason}"
    return f"<figure>{drawing}<figcaption>{html.escape(text)}</figcaption></figure>"


def _others(estimate: Estimate) -> str:
    rows = [(q.what, q.value, q.source) for q in QUOTED]
    return "<h2>What others measured</h2>" + table_html(("what", "value", "source"), rows)


def _limits() -> str:
    return (
        "<h2>Limits</h2><p>Joints are linear springs and dampers about a smooth reference; flesh, "
        "tools and muscles that react are left out. Compliance depends on the task. Intervals hold "
        "the noise of angles, the spread between contacts, 1 mm of where a contact is, and a few "
        "per cent for what the model leaves out.</p>"
    )


def table_html(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table; everything is escaped."""
    cells = "".join(f"<th>{html.escape(h)}</th>" for h in head)
    lines = "".join(
        "<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{cells}</tr>{lines}</table>"
