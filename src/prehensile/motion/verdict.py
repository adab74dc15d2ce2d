"""`Verdict`: whether what a clip shows was managed, as whoever judged it says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from prehensile.errors import InputError


class Figure(NamedTuple):
    """One number that a verdict rests on."""

    value: float
    unit: str
    """as people write it: ``mm``, ``°``, ``N``; empty for a count or a share"""


@dataclass(frozen=True)
class Verdict:
    """What was found; prints as its line."""

    ok: bool
    line: str
    """all of it, as a person would say it: ``held: yes (lifted 15 cm, …)``"""
    reason: str = ""
    """why not; empty if ok"""
    advice: str = ""
    """what to do about it; empty where there is nothing to say"""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """name → number with its unit"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", MappingProxyType(dict(self.figures)))

    def __str__(self) -> str:
        return self.line

    def to_meta(self) -> dict[str, Any]:
        """The keys of `Clip.meta` that keep it in a file."""
        return {
            "managed": self.ok,
            "reason": self.reason,
            "verdict": self.line,
            "advice": self.advice,
            "figures": {name: list(figure) for name, figure in self.figures.items()},
        }

    @classmethod
    def from_meta(cls, meta: Mapping[str, Any]) -> Self | None:
        """What `to_meta` wrote; None where nothing was judged. Safe on a stranger's file.

        Raises:
            InputError: the keys are there and hold something else.
        """
        if "managed" not in meta:
            return None
        found = cls(
            ok=meta["managed"],
            line=meta.get("verdict", ""),
            reason=meta.get("reason", ""),
            advice=meta.get("advice", ""),
            figures=_figures(meta.get("figures", {})),
        )
        texts = (found.line, found.reason, found.advice)
        if not isinstance(found.ok, bool) or not all(isinstance(text, str) for text in texts):
            raise InputError("the clip's verdict is damaged: expected a truth value and texts.")
        return found


def _figures(stored: object) -> dict[str, Figure]:
    if not isinstance(stored, dict):
        raise InputError("the clip's verdict is damaged: its figures are no table.")
    found = {}
    for name, pair in stored.items():
        match pair:
            case [int() | float() as value, str() as unit]:
                found[str(name)] = Figure(float(value), unit)
            case _:
                raise InputError(f"the clip's verdict is damaged: {name!r} is no figure.")
    return found
