"""A table as a picture."""

from collections.abc import Sequence
from pathlib import Path

from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional

ROW, COLUMN = 0.32, 1.05
"""[in]"""
LINE, HEAD = "#dddad4", "#f4f1ec"


def draw_table(
    path: Path, title: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str = ""
) -> Path:
    """Write it as PNG: the first column is flush left, the head may have two lines a cell."""
    width = COLUMN * (len(head) + 0.5)
    lines = max(str(cell).count("\n") + 1 for row in rows for cell in row)
    height = ROW * (1 + 0.55 * (lines - 1)) * len(rows) + 4 * ROW
    figure = optional("matplotlib.figure").Figure(figsize=(width, height), dpi=100)
    plot = figure.add_axes((0.02, 0.14, 0.96, 0.7))
    plot.set_axis_off()
    first = 1.5 / (len(head) + 0.5)
    widths = [first] + [(1 - first) / (len(head) - 1)] * (len(head) - 1)
    table = plot.table([list(row) for row in rows], colLabels=list(head), colWidths=widths,
                       loc="center", cellLoc="right", bbox=(0, 0, 1, 1))  # fmt: skip
    table.auto_set_font_size(False)
    table.set_fontsize(9)
    for (row, column), cell in table.get_celld().items():
        cell.set_edgecolor(LINE)
        cell.visible_edges = "B"
        cell.set_text_props(color=INK)
        if row == 0:
            cell.set_facecolor(HEAD)
            cell.set_text_props(ha="right")
        if column == 0:
            cell.set_text_props(ha="left")
    figure.text(0.02, 0.93, title, fontsize=11, color=INK, va="center")
    figure.text(0.02, 0.06, note, fontsize=8.5, color=INK, va="center")
    return save_figure(figure, path)
