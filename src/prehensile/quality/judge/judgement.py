"""`Judgement`: what every judge of a clip finds, and how it is put into words."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.touches import Failure


@dataclass(frozen=True)
class Judgement(ABC):
    """Whether a hand managed something with a body, and the numbers this rests on."""

    WORD: ClassVar[str]
    """what was asked for, as a person would say it: ``held``"""

    failure: Failure
    """the first check that failed; empty if none did"""
    penetration: float
    """[m] deepest contact with the hand, at any time"""
    pressing: float
    """[N] strongest single segment, at any time"""

    @property
    def ok(self) -> bool:
        """Whether it was managed."""
        return not self.failure.reason

    @property
    def reason(self) -> str:
        """Why it was not managed; empty if it was."""
        return self.failure.reason

    @property
    def advice(self) -> str:
        """What to do about a failure; empty where there is nothing to say."""
        return self.failure.advice

    @abstractmethod
    def in_short(self) -> str:
        """The numbers of a success in a few words: ``by 35°``."""

    @abstractmethod
    def figures(self) -> dict[str, Figure]:
        """All numbers by name, those of `pressing_figures` included."""

    def pressing_figures(self) -> dict[str, Figure]:
        """How deep and how hard the hand pressed."""
        return {
            "sunk in": Figure(1e3 * self.penetration, "mm"),
            "pressed": Figure(self.pressing, "N"),
        }

    @property
    def verdict(self) -> Verdict:
        """What was found in the form that every clip carries, whoever judged it."""
        return Verdict(self.ok, str(self), self.reason, self.advice, self.figures())

    def __str__(self) -> str:
        answer = f"yes ({self.in_short()})" if self.ok else f"no ({self.reason})"
        return f"{self.WORD}: {answer}"
