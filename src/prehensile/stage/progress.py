"""Which steps of a scene are done, and which one is under way."""

from prehensile.stage.messages import Step


class Progress:
    """Keeps track of steps that take their time. While one runs, no other is ready."""

    def __init__(self) -> None:
        self._done: set[str] = set()
        self.running = ""
        """name of the step that is under way; empty if none is"""

    def begin(self, name: str) -> None:
        """A step was pressed; it may have been done before."""
        self._done.discard(name)
        self.running = name

    def end(self) -> None:
        """The step that runs is done."""
        if self.running:
            self._done.add(self.running)
        self.running = ""

    def fail(self) -> None:
        """The step that runs came to nothing; it can be pressed again."""
        self.running = ""

    def reset(self) -> None:
        """Nothing has been done."""
        self._done.clear()
        self.running = ""

    def is_done(self, name: str) -> bool:
        """Whether a step has been done since the beginning."""
        return name in self._done

    def step(
        self, name: str, label: str, hint: str, can_begin: bool = True, waits: str = ""
    ) -> Step:
        """A step as it stands now; one that is not done is ready where it ``can_begin``.

        Args:
            name: as in `begin`.
            label: one to three words.
            hint: what happens.
            can_begin: whether all is there that it needs.
            waits: what it needs, where that is not there yet.
        """
        if name == self.running:
            return Step(name, label, hint, "running")
        if name in self._done:
            return Step(name, label, hint, "done")
        if not can_begin:
            return Step(name, label, waits or hint, "locked")
        return Step(name, label, hint, "locked" if self.running else "ready")
