"""Table 4.4 of Kry 2005: a pushed fingertip, and what its joints' compliances make of it."""

from pathlib import Path

import numpy as np

from prehensile.compliance.tip.routes import routes, second_order_rows
from prehensile.figures.compliance.lab_sessions import told
from prehensile.figures.compliance.table_picture import draw_table
from prehensile.figures.compliance.tip_sessions import PLATFORMS, PUSHES, pushed, session

THESIS = {
    "f0": ("0.677", "1.345"), "m": ("16.9", "18.1"), "b": ("2.04", "3.86"),
    "k published": ("89", "257"), "k_G": ("82", "286"),
}  # fmt: skip
ROWS = {
    "f0": ("f₀ [N]", 1.0, 3), "m": ("m [g]", 1e3, 1), "b": ("b [Ns/m]", 1.0, 2),
    "k published": ("k of (4.13) [N/m]", 1.0, 0),
    "k pushed": ("k joint by joint", 1.0, 0),
    "k_G": ("k_G = 1/(nᵀCn)", 1.0, 0),
    "k_G held": ("nᵀC⁻¹n, held", 1.0, 0),
    "k true": ("true 1/(nᵀCn)", 1.0, 0),
}  # fmt: skip
"""row → label, factor, digits"""


def task_rows(task: str) -> dict[str, float]:
    """Rows of one task by name, the truth last."""
    other, _ = PLATFORMS[task]
    found, hand = pushed(task), told(other).estimate.session.hand
    compliance = told(other).estimate.hand_compliance().diagonal[: hand.dof]
    truth = session(task, PUSHES).truth
    true = np.array([truth.compliance[name] for name in hand.joint_names])
    rows = second_order_rows(found, routes(found, compliance))
    return {**rows, "k true": float(np.median(routes(found, true).joints))}


def draw_push_table(path: Path) -> Path:
    """Both tasks, ours and the thesis's."""
    tables = [task_rows(task) for task in PLATFORMS]
    rows = []
    for name, (label, factor, digits) in ROWS.items():
        cells = [label]
        for column, table in enumerate(tables):
            value = f"{factor * table[name]:.{digits}f}" if name in table else "–"
            cells += [value, THESIS.get(name, ("", ""))[column]]
        rows.append(cells)
    head = ["", "exploring:\nours", "thesis", "scratching:\nours", "thesis"]
    return draw_table(
        path,
        "Table 4.4: a pushed fingertip of two subjects of the lab",
        head,
        rows,
        "Medians of up to ten pushes; the platform is slippery: 1/(nᵀCn) applies.\n"
        "k_G is from two dozen touches of another session.",
    )
