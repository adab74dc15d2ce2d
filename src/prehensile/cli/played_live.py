"""``prehensile resynthesize SOURCE --live``: streams of ``capture live`` on another object."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from prehensile.errors import InputError

if TYPE_CHECKING:
    from prehensile.capture.live.source import Source
    from prehensile.cli.grammar.progress import Bar
    from prehensile.hand.compliance import HandCompliance
    from prehensile.hand.hand import Hand
    from prehensile.motion.clip import Clip
    from prehensile.synthesis.play.live import Live
    from prehensile.synthesis.resynthesize import Resynthesis
    from prehensile.synthesis.setting import Reference
    from prehensile.world.objects.object import Object
    from prehensile.world.scene import ObjectInScene

NETWORK, SIMULATED = "lsl", "simulated"
PATIENCE = 10.0
"""[s] for streams of the network"""


class _Streams(NamedTuple):
    """Where poses come from."""

    source: "Callable[[], Source]"
    """begins it: a recording plays from then on"""
    clip: "Clip | None"
    """that shows where the captured object stands; None of a network"""
    hand: "Hand"
    seconds: float | None
    """until its end; None of a network"""


def play_live(
    source: str,
    what: "Object",
    place: dict[str, Any],
    springs: "HandCompliance | None",
    hand: "Hand | None",
    seconds: float | None,
    bar: "Bar",
    how: dict[str, Any],
) -> "tuple[Resynthesis, str]":
    """Play streams until they end, the time is over or Ctrl-C; and the name of an added stand.

    Args:
        source: ``lsl``, ``lsl:NAMES``, ``simulated`` or the path of a recording.
        what: is played on.
        place: ``at``, ``keep``, ``stand`` and ``floor`` of `room_of`.
        springs: of the hand; assumed if None.
        hand: whose; the recording's own, or a mean right one, if None.
        seconds: [s] how long; until its end if None.
        bar: told how far it is.
        how: options of `Live`.

    Raises:
        InputError: no place for the object, or no stream that shows a hand.
    """
    from prehensile.capture.live.session import LiveSession
    from prehensile.synthesis.clips.assumed import assumed_compliance
    from prehensile.synthesis.clips.scenery import added_stand
    from prehensile.synthesis.play.live import Live, warm_up
    from prehensile.synthesis.play.stream_player import play_streams
    from prehensile.synthesis.play.streamed import StreamedReference
    from prehensile.synthesis.resynthesize import Resynthesis

    bar.describe("waiting for streams")
    streams = _streams(source, hand, place["at"])
    room = _room(streams.clip, what, place)
    C = assumed_compliance(streams.hand) if springs is None else springs
    reference = StreamedReference(streams.hand, C.of(streams.hand))
    lasts = streams.seconds if seconds is None else seconds
    bar.describe("making ready")
    warm_up(streams.hand, room, C, **how)
    session = LiveSession(streams.source())

    def begin(first: "Reference", now: float) -> "Live":
        return Live(streams.hand, room, C, first, now, **how)

    def progress(live: "Live") -> None:
        if lasts is not None:
            bar.update(round(1000 * live.play.simulation.time), round(1000 * lasts))

    try:
        session.start()
        bar.describe("playing live (Ctrl-C ends it)")
        live = play_streams(session, reference, begin, lasts, progress)
    finally:
        session.close()
    found = Resynthesis(
        live.clip(), tuple(live.play.simulation.unsolved), live.play.left, live.play.inside
    )
    return found, "" if streams.clip is None else added_stand(streams.clip, room, place["keep"])


def _room(clip: "Clip | None", what: "Object", place: dict[str, Any]) -> "list[ObjectInScene]":
    from prehensile.synthesis.clips.scenery import placed_at, room_of

    if clip is None:
        return [placed_at(what, place["at"])]
    return room_of(clip, what, **place)


def _streams(source: str, hand: "Hand | None", at: str | None) -> _Streams:
    from prehensile.capture.live.built_in import built_in_session
    from prehensile.capture.live.lsl import LslSource
    from prehensile.capture.live.recorded_source import RecordedSource
    from prehensile.capture.recording.recording import Recording
    from prehensile.hand.description import hand_from_json
    from prehensile.hand.hand import Hand

    if source.partition(":")[0] == NETWORK:
        if at is None:
            raise InputError("streams do not say where an object stands: give --at X,Y,Z.")
        names = tuple(n.strip() for n in source.partition(":")[2].split(",") if n.strip())
        network = LslSource(names)
        try:
            network.wait(PATIENCE)
        except BaseException:
            network.close()
            raise
        return _Streams(lambda: network, None, Hand() if hand is None else hand, None)
    recording = built_in_session() if source == SIMULATED else Recording.load(source)
    if hand is None:
        hand = Hand() if recording.hand is None else hand_from_json(dict(recording.hand))
    lasts = RecordedSource(recording).duration

    def player() -> RecordedSource:
        return RecordedSource(recording, loop=False)

    return _Streams(player, recording.clip(), hand, lasts)
