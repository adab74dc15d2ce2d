"""A scene around a `World`: shows it, pulls things in it, records it."""

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactFrame
from prehensile.stage.live_blood import LiveBlood
from prehensile.stage.messages import Vec3
from prehensile.stage.scene import (
    NO_CONTACTS,
    NO_HAND,
    SceneFrame,
    SceneOptions,
    ShownContacts,
    StageBody,
    StageHand,
    StageScene,
)
from prehensile.world.contacts import Contacts
from prehensile.world.recorder import Recorder
from prehensile.world.world import Frame, World

SHOWN_FORCE = 0.01
"""[N] Weaker contacts are left out."""


class WorldScene(StageScene):
    """A scene whose state is a `World`. A subclass makes the world (`use`) and steps it."""

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._take: Recorder | None = None
        self._take_cast = 0

    @abstractmethod
    def advance(self) -> Frame:
        """One step of the world."""

    @property
    def phase(self) -> str:
        """What is going on, one or two words."""
        return ""

    def use(self, world: World, same_cast: bool = False) -> None:
        """Show this world from now on; pages keep their meshes if it has the same hands and
        objects.
        """
        self.world = world
        self.timestep = world.timestep
        self.last: Frame | None = None
        """the last step's frame; None where the world stands as it was put"""
        self._table = ContactTable(world.contact_names, [h.name for h in world.hands])
        self.blood = LiveBlood(self.options.dress.blush, world)
        if not same_cast:
            self.changed_cast()

    def step(self) -> None:
        """Advance the world, and record it if asked to."""
        self.last = self.advance()
        self.blood.follow(self.last)
        if self._take is not None and self._take_cast == self.cast:
            self._take.add(self.last)
            self.taken += 1

    def show_present(self) -> None:
        """Show the world as it stands, not the last step's frame: it was put back."""
        self.last = None

    def frame(self) -> SceneFrame:
        """The last frame of the world."""
        frame = self.last
        if frame is None:  # nothing has moved yet
            world = self.world
            seen = [world.observe(h.name) for h in world.hands]
            poses = [world.object_pose(o.name) for o in world.objects]
            return SceneFrame(
                time=world.time,
                q=[o.q for o in seen],
                forearm=[o.forearm for o in seen],
                bodies=np.array(poses).reshape(-1, 7),
                group_force=np.zeros((len(seen), len(GROUPS))),
                phase=self.phase,
            )
        return SceneFrame(
            time=frame.time,
            q=frame.q,
            forearm=frame.forearm,
            bodies=frame.bodies,
            contacts=self._table.shown(frame.contacts, self.world.contact_slip()),
            group_force=frame.group_force,
            pull=self._spring(frame),
            phase=self.phase,
            blood=self.blood.now,
        )

    def hands(self) -> Sequence[StageHand]:
        """The world's hands."""
        return [StageHand(h.name, h.hand) for h in self.world.hands]

    def bodies(self) -> Sequence[StageBody]:
        """The world's objects."""
        return [
            StageBody(
                name=o.name,
                vertices=o.object.vertices,
                faces=o.object.faces,
                color=o.object.color,
                movable=o.moves == "freely",
                texture=o.object.texture,
            )
            for o in self.world.objects
        ]

    def pull(self, body: str, anchor: Vec3, target: Vec3) -> None:
        """Hang an object on the world's mouse spring."""
        self.world.pull(body, anchor, target)

    def let_go(self) -> None:
        """End the mouse spring."""
        self.world.let_go()

    def begin_take(self) -> None:
        """Record every step from now on."""
        self._take, self._take_cast, self.taken = Recorder(self.world), self.cast, 0

    def end_take(self) -> Clip | None:
        """The clip of what was recorded."""
        take, self._take = self._take, None
        return None if take is None or not self.taken else take.clip()

    def _spring(self, frame: Frame) -> np.ndarray:
        spring = self.world.mouse
        if spring is None:
            return np.zeros((0, 3))
        row = [o.name for o in self.world.objects].index(spring.body)
        anchor = se3.apply(se3.from_pose7(frame.bodies[row]), spring.anchor)
        return np.array([anchor, spring.target, self.world.mouse_force])


class ContactTable:
    """Which hand and which group every name in a contact record belongs to."""

    def __init__(self, names: Sequence[str], hands: Sequence[str]):
        self._group = np.full(len(names), NO_HAND, np.uint8)
        self._hand = np.full(len(names), NO_HAND, np.uint8)
        for row, name in enumerate(names):
            hand, slash, segment = name.partition("/")
            if slash and hand in hands:
                self._group[row] = GROUPS.index(group_of_segment(segment))
                self._hand[row] = hands.index(hand)

    def shown(
        self, contacts: Contacts | ContactFrame, slip: np.ndarray | None = None
    ) -> ShownContacts:
        """The contacts that press, with their slip (N,) [m/s] if it is known; those of a hand with
        itself are left out.
        """
        if not len(contacts.a):
            return NO_CONTACTS
        a, b = np.asarray(contacts.a), np.asarray(contacts.b)
        own = (self._hand[a] != NO_HAND) & (self._hand[a] == self._hand[b])
        strong = (contacts.force**2).sum(axis=1) > SHOWN_FORCE**2
        keep = strong & ~own
        a = a[keep]
        return ShownContacts(
            contacts.pos[keep], contacts.force[keep], self._group[a], self._hand[a],
            None if slip is None or len(slip) != len(keep) else slip[keep],
        )  # fmt: skip
