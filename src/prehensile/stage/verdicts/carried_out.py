"""Whether the hand did with an object what one does with it: lifted, turned, hung on it.

The thresholds are those of `prehensile.quality`; here they are asked of one moment, so that the
answer is there while the hand still holds, and changes when it drops what it held.
"""

import numpy as np

from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.carried import LOAD
from prehensile.quality.judge.held import LIFTED, MOVED, TURNED
from prehensile.quality.judge.turned import TURNED as TURNED_BY
from prehensile.stage.verdicts.touching import touching
from prehensile.world.objects.object import Object
from prehensile.world.world import Frame, World

HARDER = "Raise the grip and start again."


class CarryJudge:
    """Judges a world of one hand and one object from where the object was when it was made.

    Args:
        world: with both.
        thing: the object.
    """

    def __init__(self, world: World, thing: Object):
        self._world, self._thing = world, thing
        self._T_object = se3.from_pose7(np.asarray(world.object_pose(thing.name)))
        seen = world.observe()
        self._in_palm = self._seen_from_palm(self._T_object, seen.q, seen.forearm)

    def verdict(self, frame: Frame) -> Verdict:
        """How it stands in this frame."""
        mount = self._thing.mount
        if mount is None:
            return self._lifted(frame)
        return self._turned(frame) if mount.joint == "hinge" else self._hung(frame)

    def _lifted(self, frame: Frame) -> Verdict:
        T_object = self._object_pose(frame)
        in_palm = self._seen_from_palm(T_object, frame.q[0], frame.forearm[0])
        com = np.append(self._thing.com, 1.0)
        rise = float(((T_object - self._T_object) @ com)[2])
        moved = float(np.linalg.norm(((in_palm - self._in_palm) @ com)[:3]))
        turned = float(np.linalg.norm(so3.log(self._in_palm[:3, :3].T @ in_palm[:3, :3])))
        figures = {
            "lifted": Figure(100 * rise, "cm"),
            "moved in the hand": Figure(1e3 * moved, "mm"),
            "turned in the hand": Figure(float(np.degrees(turned)), "°"),
        }
        touch = touching(frame.contacts, self._world.contact_names, self._thing.name)
        name = self._thing.name
        if not touch.hand:
            return _no(f"Dropped: the hand does not touch the {name}.", HARDER, figures)
        if rise < LIFTED:
            line = f"Not lifted: it rose {100 * rise:.1f} cm, {100 * LIFTED:.0f} cm are needed."
            return _no(line, HARDER, figures)
        if touch.others or name in frame.aided:
            what = ", ".join(sorted(touch.others)) or "the mouse"
            return _no(f"Not held by the hand alone: {what} helps.", "Let go and watch.", figures)
        if moved > MOVED or turned > TURNED:
            line = f"Slipped: it moved {1e3 * moved:.0f} mm and turned {np.degrees(turned):.0f}°"
            return _no(f"{line} in the hand.", HARDER, figures)
        line = f"Held: lifted {100 * rise:.1f} cm, it moved {1e3 * moved:.1f} mm in the hand."
        return Verdict(True, line, figures=figures)

    def _turned(self, frame: Frame) -> Verdict:
        T_object = self._object_pose(frame)
        angle = float(np.linalg.norm(so3.log(self._T_object[:3, :3].T @ T_object[:3, :3])))
        figures = {"turned": Figure(float(np.degrees(angle)), "°")}
        by = f"by {np.degrees(angle):.0f}°"
        if angle < TURNED_BY:
            line = f"Not turned: {by}, {np.degrees(TURNED_BY):.0f}° are needed."
            return _no(line, HARDER, figures)
        return Verdict(True, f"Turned {by}.", figures=figures)

    def _hung(self, frame: Frame) -> Verdict:
        contacts = frame.contacts
        on_it = contacts.b == self._world.contact_names.index(self._thing.name)
        load = float(-contacts.force[on_it, 2].sum())
        figures = {"load": Figure(load, "N")}
        if load < LOAD:
            line = f"Not carried: it bears {load:.0f} N, {LOAD:.0f} N are needed."
            return _no(line, HARDER, figures)
        return Verdict(True, f"Carried: it bears {load:.0f} N.", figures=figures)

    def _object_pose(self, frame: Frame) -> np.ndarray:
        row = [o.name for o in self._world.objects].index(self._thing.name)
        return se3.from_pose7(frame.bodies[row])

    def _seen_from_palm(
        self, T_object: np.ndarray, q: np.ndarray, forearm: np.ndarray
    ) -> np.ndarray:
        hand = self._world.hands[0].hand
        return se3.inverse(palm_transform(hand, q, se3.from_pose7(forearm))) @ T_object


def _no(line: str, advice: str, figures: dict[str, Figure]) -> Verdict:
    return Verdict(False, line, reason=line, advice=advice, figures=figures)
