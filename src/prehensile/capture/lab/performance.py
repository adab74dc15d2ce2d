"""What a subject did in a task, with all that is true of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from prehensile.capture.lab.reference import Reference
from prehensile.capture.lab.subject import Subject
from prehensile.capture.recording.recording import CapturedObject, NamedContact, Touch
from prehensile.motion.clip import Clip


class Performance(NamedTuple):
    """Of one recording session."""

    subject: Subject
    clip: Clip
    """the truth at the world's rate"""
    reference: Reference
    contacts: tuple[NamedContact, ...]
    touches: tuple[Touch, ...]
    objects: tuple[CapturedObject, ...]
    plans: tuple[Mapping[str, Any], ...]
    """of every touch in order: posture, force, share of the move; anything JSON holds"""
    laws: Mapping[str, Any]
    """of forces that are none of the engine's: stated numbers"""
