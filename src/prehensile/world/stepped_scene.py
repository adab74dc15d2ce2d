"""What a `World` and a `WorldBatch` share: the scene that they step, as it was placed."""

from prehensile.world.scene import HandInScene, ObjectInScene, Scene


class SteppedScene:
    """A scene in time; subclasses set it, and step."""

    scene: Scene

    @property
    def hands(self) -> tuple[HandInScene, ...]:
        """The hands as they were placed."""
        return self.scene.hands

    @property
    def objects(self) -> tuple[ObjectInScene, ...]:
        """The objects as they were placed."""
        return self.scene.objects

    @property
    def timestep(self) -> float:
        """[s] that one step takes in the simulated world."""
        return self.scene.timestep
