"""Axes of a small plot in SVG: where values lie on the page, ticks, and their numbers."""

import html
from typing import NamedTuple

import numpy as np

INK, FAINT = "#444", "#e3e0da"
FONT = 'font-family="system-ui,sans-serif" font-size="10" fill="#444"'


class Axes(NamedTuple):
    """A box on the page [px] and the values at its sides."""

    left: float
    right: float
    top: float
    bottom: float
    xs: tuple[float, float]
    """values at the left and the right side"""
    ys: tuple[float, float]
    """values at the bottom and at the top"""
    logarithmic: bool = False
    """whether x is"""

    def x(self, value: np.ndarray | float) -> np.ndarray:
        """[px]"""
        low, high, v = self.xs[0], self.xs[1], np.asarray(value, float)
        if self.logarithmic:
            low, high, v = np.log(low), np.log(high), np.log(v)
        return self.left + (self.right - self.left) * (v - low) / (high - low)

    def y(self, value: np.ndarray | float) -> np.ndarray:
        """[px]"""
        low, high = self.ys
        return self.bottom + (self.top - self.bottom) * (np.asarray(value, float) - low) / (
            high - low
        )

    def frame(self, x_label: str, y_label: str, x_ticks: np.ndarray, y_ticks: np.ndarray) -> str:
        """Grid, numbers and labels; a label that is empty leaves its numbers out as well."""
        parts = []
        for tick in x_ticks:
            at = float(self.x(tick))
            parts.append(line((at, at), (self.top, self.bottom), FAINT, 1))
            if x_label:
                parts.append(text(at, self.bottom + 12, f"{tick:g}", "middle"))
        for tick in y_ticks:
            at = float(self.y(tick))
            parts.append(line((self.left, self.right), (at, at), FAINT, 1))
            if y_label:
                parts.append(text(self.left - 4, at + 3, f"{tick:g}", "end"))
        middle = 0.5 * (self.left + self.right), 0.5 * (self.top + self.bottom)
        if x_label:
            parts.append(text(middle[0], self.bottom + 25, x_label, "middle"))
        if y_label:
            parts.append(
                f'<text transform="translate({self.left - 34:.0f} {middle[1]:.0f}) rotate(-90)" '
                f'text-anchor="middle" {FONT}>{html.escape(y_label)}</text>'
            )
        return "".join(parts)


def ticks(low: float, high: float, about: int = 4) -> np.ndarray:
    """Round values within a range, some ``about`` of them."""
    size = max(high - low, 1e-12) / about
    power = 10.0 ** np.floor(np.log10(size))
    found = np.zeros(0)
    for step in (10 * power, 5 * power, 2 * power, power):
        found = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
        if len(found) >= max(2, about - 1):
            break
    return np.round(found, 12) + 0.0  # −0 is 0


def widened(values: np.ndarray, share: float = 0.08) -> tuple[float, float]:
    """The range of values with some room; of size 1 where they are all the same."""
    low, high = float(np.min(values)), float(np.max(values))
    room = share * (high - low) if high > low else 0.5
    return low - room, high + room


def svg(width: float, height: float, body: str, label: str) -> str:
    """A drawing with its description for those who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{html.escape(label, quote=True)}">{body}</svg>'
    )


def line(
    x: np.ndarray | tuple[float, ...],
    y: np.ndarray | tuple[float, ...],
    color: str,
    width: float = 1.5,
    dash: str = "",
) -> str:
    """A polyline."""
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="{width:g}"'
        f"{dashes}/>"
    )


def dots(x: np.ndarray, y: np.ndarray, color: str, size: float = 2.0) -> str:
    """Many dots as one path, which keeps the file small."""
    path = "".join(f"M{a:.1f} {b:.1f}h0" for a, b in zip(x, y, strict=True))
    return f'<path d="{path}" stroke="{color}" stroke-width="{size:g}" stroke-linecap="round"/>'


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Words, escaped."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {FONT}>{html.escape(words)}</text>'
    )
