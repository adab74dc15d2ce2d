"""Live streams on an object, by the real clock: how much of a core it takes, how late it is.

The built-in session grasps a bottle and lifts it; the same bottle is played, with fingers, palm and
a stand: more contacts than any other experiment has.
"""

from typing import Any

from prehensile.capture.live.built_in import OBJECT, built_in_session
from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.session import LiveSession
from prehensile.hand.hand import Hand
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.clips.scenery import room_of
from prehensile.synthesis.play.live import Live, warm_up
from prehensile.synthesis.play.stream_player import play_streams
from prehensile.synthesis.play.streamed import StreamedReference
from prehensile.synthesis.setting import Reference
from prehensile.world.catalogue import load_object

REFERENCE = {
    "live_share": "≤ 1 (of a core, while the bottle is grasped and lifted)",
    "live_latency_ms": "",
    "live_lost_s": "",
}
SECONDS = 6.0
"""[s] until the bottle is in the air"""


def live_figures(seconds: float = SECONDS) -> dict[str, Any]:
    """Of the built-in session, played once."""
    live = _played(seconds)
    return {
        "live_share": live.share,
        "live_latency_ms": 1e3 * live.latency,
        "live_lost_s": live.lost,
    }


def _played(seconds: float) -> Live:
    recording, hand = built_in_session(), Hand()
    room, springs = room_of(recording.clip(), load_object(OBJECT)), assumed_compliance(hand)

    def begin(first: Reference, now: float) -> Live:
        return Live(hand, room, springs, first, now)

    warm_up(hand, room, springs)
    session = LiveSession(RecordedSource(recording)).start()
    try:
        reference = StreamedReference(hand, springs.of(hand))
        return play_streams(session, reference, begin, seconds)
    finally:
        session.close()
