"""Where a source model's palm, fingertips and palmar sides are, and which way its joints flex.

Found at the zero pose (every mapped joint at its ``zero``), where fingers are straight.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.joints import FINGERS, JOINT_FACTS
from prehensile.hand.loaded.source_chains import ActiveJoint, Chains
from prehensile.hand.loaded.source_model import SourceBody
from prehensile.lie import se3, so3
from prehensile.mesh.decimate import solid_triangles

NOT_A_POINT = 0.003
"""[m] Joints nearer to one another than this make no bone."""
LOPSIDED = 1.3
"""A joint that turns this much further one way than the other flexes that way."""
ACROSS = 0.3
"""Sine of the least angle between a flexion axis and a bone it can flex."""


@dataclass(frozen=True, eq=False)
class PalmFrame:
    """The palm frame in the source's world, and the side that geometry tells."""

    T: np.ndarray
    """(4, 4)"""
    side: str


class Geometry:
    """Facts about a source model under a mapping; everything in the source's world.

    Raises:
        InputError: the side cannot be told, or is not the one that the mapping says.
    """

    def __init__(self, chains: Chains):
        self.chains = chains
        self.zero_angles = chains.angles({})
        self.zero = chains.poses(self.zero_angles)
        self.tips = {digit: self._tip(digit) for digit in chains.digits}
        """(3,) [m]"""
        self.palm = self._palm_frame()
        self.signs = {name: self._sign(joint) for name, joint in self._in_middle().items()}
        """their joint → +1 or −1: ours = sign · (theirs − zero)"""

    def anchor(self, row: int) -> np.ndarray:
        """(3,) [m] where a moving body is hinged."""
        return self._hinge(self.chains.rows[row][-1])[1]

    def bone(self, digit: str, row: int) -> np.ndarray:
        """(3,) [m] from a moving body's hinge to the next that is apart, or to the tip."""
        rows = self.chains.digits[digit]
        start = self.anchor(row)
        for later in rows[rows.index(row) + 1 :]:
            if np.linalg.norm(self.anchor(later) - start) > NOT_A_POINT:
                return self.anchor(later) - start
        return self.tips[digit] - start

    def palmar(self, digit: str, row: int) -> np.ndarray:
        """(3,) unit out of the palmar side of a digit's body: where its flexion moves it."""
        rows = self.chains.digits[digit]
        x = unit(self.bone(digit, row))
        given = self.chains.mapping.palmar.get(digit)
        if given is not None and row == rows[-1]:
            return _perpendicular(self.zero[row][:3, :3] @ given, x)
        k = rows.index(row)
        for other in (*rows[k:], *rows[k::-1]):
            for joint in self.chains.rows[other]:
                if joint.flexes:
                    axis = self.signs[joint.theirs] * self._hinge(joint)[0]
                    if np.linalg.norm(np.cross(axis, x)) > ACROSS:
                        return unit(np.cross(axis, x))
        return _perpendicular(-self.palm.T[:3, 2], x)

    def pad(self, digit: str) -> np.ndarray | None:
        """(3,) [m] of the mapping's own pad centre, in the world; None if it gives none."""
        given = self.chains.mapping.pads.get(digit)
        if given is None:
            return None
        return se3.apply(self.zero[self.chains.digits[digit][-1]], given)

    def _hinge(self, joint: ActiveJoint) -> tuple[np.ndarray, np.ndarray]:
        return self.chains.hinge(joint.theirs, self.zero, self.zero_angles)

    def _tip(self, digit: str) -> np.ndarray:
        """The point of the last body that lies farthest out."""
        row = self.chains.digits[digit][-1]
        given = self.chains.mapping.tips.get(digit)
        if given is not None:
            return se3.apply(self.zero[row], given)
        points = np.concatenate(
            [
                se3.apply(self.zero[r], corner_points(body))
                for r, body in enumerate(self.chains.source.bodies)
                if self.chains.owner[r] == row
            ]
        )
        start = self.anchor(row)
        if not len(points):
            raise InputError(
                f"the last body of {digit} has no shape: say where its tip is under [tips]."
            )
        out = unit(points.mean(axis=0) - start)
        reach = (points - start) @ out
        return start + out * float(reach.max())

    def _palm_frame(self) -> PalmFrame:
        chains, mapping = self.chains, self.chains.mapping
        R_body = self.zero[chains.palm][:3, :3]
        fingers = [d for d in FINGERS if d in chains.digits]
        middle = "middle" if "middle" in fingers else fingers[len(fingers) // 2]
        origin = self._wrist(middle)
        if mapping.palm_forward is not None:
            x = unit(R_body @ mapping.palm_forward)
        else:
            x = unit(self.tips[middle] - origin)
        if mapping.palm_palmar is not None:
            palmar = R_body @ mapping.palm_palmar
        else:
            palmar = sum((self._flexing(d) for d in fingers), np.zeros(3))
        z = -_perpendicular(palmar, x)
        y = np.cross(z, x)
        side = self._side(y)
        T = np.eye(4)
        T[:3] = np.column_stack([x, y, z, origin])
        return PalmFrame(T, side)

    def _wrist(self, middle: str) -> np.ndarray:
        """The wrist's centre: where it flexes, or else where the palm ends."""
        chains, mapping = self.chains, self.chains.mapping
        if mapping.palm_origin is not None:
            return se3.apply(self.zero[chains.palm], mapping.palm_origin)
        wrist = {j.ours: j for j in chains.active.values() if j.digit == "wrist"}
        for name in ("wrist_flex", "wrist_dev", "wrist_pro"):
            if name in wrist:
                return self._hinge(wrist[name])[1]
        knuckle = self.anchor(chains.digits[middle][0])
        forward = unit(self.tips[middle] - knuckle)
        owned = [
            se3.apply(self.zero[r], corner_points(body))
            for r, body in enumerate(chains.source.bodies)
            if chains.owner[r] == chains.owner[chains.palm] and chains.palm in chains.path(r)
        ]
        points = np.concatenate([knuckle[None], *owned])
        return knuckle + forward * float(((points - knuckle) @ forward).min())

    def _flexing(self, finger: str) -> np.ndarray:
        """(3,) where a finger's joints move its tip, by the side to which they turn further."""
        total = np.zeros(3)
        for row in self.chains.digits[finger]:
            for joint in self.chains.rows[row]:
                if joint.flexes:
                    axis, point = self._hinge(joint)
                    total += self._further(joint) * np.cross(axis, unit(self.tips[finger] - point))
        return total

    def _further(self, joint: ActiveJoint) -> int:
        """+1 or −1: the side to which a joint turns further, or is said to; 0 if neither."""
        if joint.mapped.sign is not None:
            return joint.mapped.sign
        limits = self.chains.source.joints[joint.theirs][1].limits
        if limits is None:
            return 0
        zero = self.zero_angles[joint.theirs]
        up, down = max(limits[1] - zero, 0.0), max(zero - limits[0], 0.0)
        return int(up > LOPSIDED * down) - int(down > LOPSIDED * up)

    def _side(self, y: np.ndarray) -> str:
        chains, said = self.chains, self.chains.mapping.side
        order = [d for d in ("thumb", *FINGERS) if d in chains.digits]
        if len(order) < 2:
            if said is None:
                raise InputError(f"{chains.mapping.name}: side = right or left is needed here.")
            return said
        knuckles = [self.anchor(chains.digits[d][0]) for d in order]
        ends = [k + 0.5 * (self.tips[d] - k) for d, k in zip(order, knuckles, strict=True)]
        found = "right" if (ends[0] - ends[-1]) @ y > 0 else "left"
        if said is not None and said != found:
            raise InputError(
                f"{chains.mapping.name} says {said}, but fingers and thumb lie as on a {found} "
                "hand; correct side, the digits, or palmar under [palm]."
            )
        return found

    def _in_middle(self) -> dict[str, ActiveJoint]:
        """Every active joint; as a side effect the pose in the middle of all ranges is known."""
        middle = {}
        for name, joint in self.chains.active.items():
            limits = self.chains.source.joints[name][1].limits
            middle[name] = joint.mapped.zero if limits is None else 0.5 * sum(limits)
        self._mid_angles = self.chains.angles(middle)
        self._mid = self.chains.poses(self._mid_angles)
        return self.chains.active

    def _sign(self, joint: ActiveJoint) -> int:
        """+1 if their angle grows where ours does."""
        if joint.mapped.sign is not None:
            return joint.mapped.sign
        axis, point = self.chains.hinge(joint.theirs, self._mid, self._mid_angles)
        x, y, z = self.palm.T[:3, :3].T
        thumb = y if self.palm.side == "right" else -y  # towards the thumb
        part = joint.ours.partition("_")[2]
        if joint.ours == "wrist_pro":
            return 1 if axis @ (-x if self.palm.side == "right" else x) > 0 else -1
        if joint.flexes and part not in ("flex", "cmc_flex"):
            further = self._further(joint)
            if further:
                return further
        if joint.digit == "wrist":
            moved = np.cross(axis, self.palm.T[:3, 0])
        else:
            row = self.chains.digits[joint.digit][-1]
            tip = se3.apply(self._mid[row] @ se3.inverse(self.zero[row]), self.tips[joint.digit])
            moved = np.cross(axis, tip - point)
        if joint.ours == "wrist_dev":
            wanted = -thumb
        elif joint.ours == "thumb_cmc_abd" or (joint.flexes and joint.digit != "thumb"):
            wanted = -z
        elif joint.digit == "thumb":
            wanted = -thumb - 0.3 * z  # the thumb flexes across the palm
        else:
            wanted = thumb if joint.digit in ("index", "middle") else -thumb
        return 1 if moved @ wanted >= 0 else -1


def limits_of(chains: Chains, joint: ActiveJoint, sign: int) -> tuple[float, float]:
    """[rad] lower and upper limit in our signs; a human's where the joint has none."""
    limits = chains.source.joints[joint.theirs][1].limits
    if limits is None:
        facts = JOINT_FACTS.get(joint.ours)
        return (facts.lower, facts.upper) if facts is not None else (-np.pi, np.pi)
    low, high = sorted(sign * (v - joint.mapped.zero) for v in limits)
    return low, high


def corner_points(body: SourceBody) -> np.ndarray:
    """Corners (N, 3) [m] of all that collides, or else over what is drawn; body frame."""
    points = [np.zeros((0, 3))]
    for solid in body.solids:
        corners = solid.vertices
        if solid.kind != "hull":
            corners = solid_triangles(solid.kind, solid.size)[0]
        points.append(corners @ so3.from_quat(solid.quat).T + solid.pos)
    if len(points) == 1:
        points += [mesh.vertices for mesh in body.meshes]
    return np.concatenate(points)


def unit(v: np.ndarray) -> np.ndarray:
    """``v`` with length 1."""
    return v / max(float(np.linalg.norm(v)), 1e-12)


def _perpendicular(v: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The unit vector nearest to ``v`` at right angles to the unit vector ``x``."""
    rest = v - x * (x @ v)
    if np.linalg.norm(rest) < 1e-6:
        raise InputError(
            "the palmar side cannot be told: say palmar = [x, y, z] under [palm] of the mapping."
        )
    return unit(rest)
