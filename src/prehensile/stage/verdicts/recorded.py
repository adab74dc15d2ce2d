"""How a recording of live streams went, in plain words."""

from pathlib import Path

from prehensile.capture.recording.recording import Recording
from prehensile.motion.verdict import Figure, Verdict


def recorded_verdict(recording: Recording, path: Path) -> Verdict:
    """``Recorded 12.3 s, 5 streams, nothing lost: capture-001.h5.``"""
    seconds = max((stream.duration for stream in recording.streams), default=0.0)
    count, lost = len(recording.streams), int(recording.meta.get("lost_samples", 0))
    missing = "nothing lost" if not lost else f"{lost} sample{'s' if lost != 1 else ''} lost"
    return Verdict(
        not lost,
        f"Recorded {seconds:.1f} s, {count} stream{'s' if count != 1 else ''}, {missing}: "
        f"{path.name}.",
        reason="" if not lost else "samples lost",
        advice="" if not lost else "Use a cable instead of radio, or fewer streams.",
        figures={
            "duration": Figure(seconds, "s"),
            "samples": Figure(float(sum(s.n_samples for s in recording.streams)), ""),
            "lost": Figure(float(lost), ""),
        },
    )


def broken_verdict(why: str) -> Verdict:
    """A recording that ended by itself."""
    return Verdict(
        False,
        f"Not recorded to its end: {why}",
        reason=why,
        advice="Mend that, press Again, and record anew.",
    )
