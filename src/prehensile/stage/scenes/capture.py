"""Watch a capture: hand, taxels, forces and grasp quality as they come; record, and stop."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from prehensile.capture.live.built_in import built_in_session
from prehensile.capture.live.felt import FRICTION
from prehensile.capture.live.lsl import LslSource
from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.recorder import free_path
from prehensile.capture.live.session import LiveSession
from prehensile.capture.recording.recording import CapturedObject, Recording
from prehensile.errors import PrehensileError
from prehensile.hand.taxels import Taxels
from prehensile.motion.verdict import Verdict
from prehensile.stage.background import Background
from prehensile.stage.choices import hand_choice, slider, switch
from prehensile.stage.messages import Control, Plot, Step
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneFrame, SceneOptions, StageBody, StageHand, StageScene
from prehensile.stage.streams.view import StreamsView
from prehensile.stage.verdicts.recorded import broken_verdict, recorded_verdict

SIMULATED, NETWORK = "simulated session", "live streams"
PATIENCE = 5.0
"""[s] after which live streams that do not come are spoken of"""
WRITING = "writing"


class CaptureStage(StageScene):
    """Streams as they come, from the network or, for those without a device, from a session that
    was simulated. ``SceneOptions.live`` is one that runs already.
    """

    timestep = 1 / 60
    look_at = (0.0, 0.0, 0.35)
    look_from = (-0.66, -0.14, 0.47)
    plot = Plot("Grasp quality", ("Quality",))

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._hand_name = self.options.hand.name
        self._source = SIMULATED if self.options.live is None else NETWORK
        self._friction, self._shows_taxels = FRICTION, True
        self._time = 0.0
        self._begin()

    def steps(self) -> Sequence[Step]:
        """Watch, record, stop; then again."""
        now = self._progress
        watching, recording = now.is_done("watch"), now.is_done("record")
        return (
            now.step("watch", "Watch", "The hand follows the streams."),
            now.step("record", "Record", "Writes every sample.", watching, "Watch first."),
            now.step("stop", "Stop", "Ends the recording, keeps it.", recording, "Record first."),
            now.step("again", "Again", "From the start.", now.is_done("stop"), "Record first."),
        )

    def verdict(self) -> Verdict | None:
        """What was recorded, and whether anything is missing."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """Where streams come from, and what is drawn of them."""
        return (
            Control(
                name="source",
                label="Source",
                kind="choice",
                value=self._source,
                choices=(SIMULATED, NETWORK),
                group="Capture",
                help="Streams of the Lab Streaming Layer, or a simulated session.",
            ),
            hand_choice(self._hand_name, self.options.hand),
            switch("taxels", "Show taxels", self._shows_taxels, "Of the glove.", group="Capture"),
            slider(
                "friction",
                "Friction",
                self._friction,
                (0.1, 1.5),
                "Of what is grasped, for the grasp quality.",
                group="Grasp quality",
                symbol="μ",
                advanced=True,
            ),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another source begins anew; all else acts at once."""
        match name, value:
            case "source", str():
                self._source = value
                self.reset()
            case "hand", str():
                self._hand_name = value
                self._show(self._objects)
            case "taxels", bool():
                self._shows_taxels = value
                self.changed_cast()
            case "friction", float():
                self._friction = value

    def press(self, name: str) -> None:
        """Take a step."""
        if name == "again":
            self.reset()
            return
        self._progress.begin(name)
        try:
            {"watch": self._watch, "record": self._record, "stop": self._stop}[name]()
        except PrehensileError as error:
            self._progress.fail()
            self.say("bad", str(error))
            if name == "stop":  # nothing came: there is nothing to stop any more
                self._break(str(error))

    def reset(self) -> None:
        """Nothing is watched; a recording under way is kept."""
        if self._session is not None and self._session.recording:
            try:
                Background(_writer(self._session))
                self.say("info", f"The recording is kept: {self._path}.")
            except PrehensileError:
                pass  # nothing had come yet
        self._leave()
        self._begin()

    def step(self) -> None:
        """Take what has come."""
        self._time += self.timestep
        session = self._session
        if session is not None:
            if self._polls:
                session.poll()
            self._see_recording(session)
            _, samples = session.samples()
            if self._view.follow(samples, self._friction):
                self.changed_cast()
            self._remark(bool(samples))
            if session.trouble and not self._progress.is_done("stop"):
                self._break(session.trouble)
        if self._writing is not None and self._writing.done:
            self._judge()

    def frame(self) -> SceneFrame:
        """Hand, things, taxels, centres of pressure and forces."""
        return self._view.frame(self._time, self._phase(), self._shows_taxels)

    def hands(self) -> Sequence[StageHand]:
        """The one that is drawn."""
        return [StageHand(self._view.hand.side, self._view.hand)]

    def bodies(self) -> Sequence[StageBody]:
        """Things whose poses come."""
        return self._view.things.bodies

    def taxels(self) -> Mapping[str, Taxels]:
        """The glove's, unless they are not to be seen."""
        return {self._view.hand.side: self._view.feel.taxels} if self._shows_taxels else {}

    def close(self) -> None:
        """Let go of the streams; what is being recorded stays as a journal."""
        self._leave()

    def _phase(self) -> str:
        session = self._session
        if self._writing is not None:
            return WRITING
        if session is None:
            return "ready"
        if session.recording:
            return f"{session.recorded_seconds:.0f} s so far"
        streams = len(session.states())
        return f"{streams} stream{'s' if streams != 1 else ''}" if streams else "waiting"

    def _begin(self) -> None:
        self._progress = Progress()
        self._verdict: Verdict | None = None
        self._session: LiveSession | None = None
        self._polls = False
        self._writing: Background[Recording] | None = None
        self._path = Path()
        self._waited: float | None = None
        """[s] for the first sample; None where nobody waits"""
        self._show(())
        live = self.options.live
        if live is not None and self._source == NETWORK:  # it runs already
            self._session = live
            self._progress.begin("watch")
            self._progress.end()
            self._see_recording(live)

    def _show(self, objects: Sequence[CapturedObject]) -> None:
        self._objects = tuple(objects)
        hand = self.options.hand.choices[self._hand_name].build()
        self._view = StreamsView(hand, self._objects)
        self.changed_cast()

    def _leave(self) -> None:
        if self._session is not None and self._session is not self.options.live:
            self._session.close()
        self._session = None

    def _watch(self) -> None:
        if self._source == SIMULATED:
            recording = built_in_session()
            source = RecordedSource(recording, now=lambda: self._time)
            self._session, self._polls = LiveSession(source), True
            self._show(recording.objects)
        else:
            self._session, self._waited = LiveSession(LslSource()).start(), 0.0
        self._progress.end()

    def _see_recording(self, session: LiveSession) -> None:
        """Somebody else may have begun to record."""
        path = session.path
        if path is not None and not self._progress.is_done("record"):
            self._path = path
            self._progress.begin("record")
            self._progress.end()

    def _remark(self, came: bool) -> None:
        """Say so if nothing comes."""
        if self._waited is None:
            return
        self._waited = None if came else self._waited + self.timestep
        if self._waited is not None and self._waited > PATIENCE:
            self._waited = None
            self.say("bad", "No stream has come: start the device's LSL program.")

    def _record(self) -> None:
        assert self._session is not None, "it is watched before it is recorded"
        self._path = free_path(self.options.folder or Path("out"))
        hand = self._view.hand.spec.to_json()
        self._session.record(self._path, {"source": self._source}, hand)
        self._progress.end()

    def _stop(self) -> None:
        """The file is written beside the Stage: a long one takes its time."""
        assert self._session is not None
        self._writing = Background(_writer(self._session))

    def _judge(self) -> None:
        writing, self._writing = self._writing, None
        assert writing is not None
        if writing.result is None:
            self._break(str(writing.error or "it could not be written."))
        else:
            self._verdict = recorded_verdict(writing.result, self._path)
            self._progress.end()

    def _break(self, why: str) -> None:
        self._verdict = broken_verdict(why)
        self._progress.begin("stop")
        self._progress.end()


def _writer(session: LiveSession):
    """What writes the recording, which ends now."""
    write = session.end()
    return lambda check: write()
