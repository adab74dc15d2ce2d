"""Which bodies of somebody else's hand are palm, wrist and digits, seen through a mapping."""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.joints import DIGITS, FINGERS, WRIST_JOINTS
from prehensile.hand.loaded.mapping import MappedJoint, Mapping
from prehensile.hand.loaded.source_model import Coupling, SourceBody, SourceModel
from prehensile.lie import so3


@dataclass(frozen=True)
class ActiveJoint:
    """A hinge that moves: one of ours, or one that follows one of ours."""

    theirs: str
    ours: str
    """our name; of a follower that has none, a name of its own"""
    digit: str
    """or ``wrist``; of a follower that has no name of ours, its leader's"""
    mapped: MappedJoint
    follows: Coupling | None = None
    """what it follows; of a chain of couplings the whole, so that its leader follows nobody"""

    @property
    def flexes(self) -> bool:
        """Whether it is a flexion."""
        return self.ours.endswith("flex")


class Chains:
    """The tree of a source model under a mapping: what moves, and what is rigid.

    Raises:
        UnknownNameError: the mapping names joints or bodies that the model lacks.
        InputError: no fingers, two digits on one chain, or couplings that go in a circle.
    """

    def __init__(self, source: SourceModel, mapping: Mapping):
        self.source, self.mapping = source, mapping
        self.prefix = mapping.prefix_for(source.joints)
        self.active = self._active()
        """their name → what it is"""
        self.fixed = {self._joint(name): angle for name, angle in mapping.fixed.items()}
        self.rows: dict[int, list[ActiveJoint]] = {}
        """row of a body that moves → its joints that do"""
        for joint in self.active.values():
            self.rows.setdefault(source.joints[joint.theirs][0], []).append(joint)
        self.digits = {d: self._chain(d) for d in DIGITS if self._chain(d)}
        """digit → its moving bodies from the palm outwards"""
        if not any(d in self.digits for d in FINGERS):
            raise InputError(
                f"{mapping.name} maps no joint of a finger: a hand with no fingers cannot be used."
            )
        self.palm = self._palm()
        self._check()
        self.owner = self._owners()
        """row → row of the moving body it is rigid with; −1 for the root"""
        self.wrist = [r for r in self.path(self.palm) if r in self.rows]
        """moving bodies from the root to the palm"""

    def path(self, row: int) -> list[int]:
        """Rows from the root to a body, itself included."""
        rows = []
        while row >= 0:
            rows.append(row)
            row = self.source.bodies[row].parent
        return rows[::-1]

    def angles(self, ours: dict[str, float]) -> dict[str, float]:
        """Angles of all their joints, by their name, from some of them; followers follow."""
        angles = dict(self.fixed)
        for name, joint in self.active.items():
            if joint.follows is None:
                angles[name] = ours.get(name, joint.mapped.zero)
        for name, joint in self.active.items():
            c = joint.follows
            if c is not None:
                angles[name] = c.offset + c.ratio * angles[c.leader]
        return angles

    def poses(self, angles: dict[str, float]) -> list[np.ndarray]:
        """(4, 4) of every body in the source's world."""
        poses: list[np.ndarray] = []
        for body in self.source.bodies:
            T = body.T_parent if body.parent < 0 else poses[body.parent] @ body.T_parent
            for joint in body.joints:
                if joint.usable:
                    turn = angles.get(joint.name, joint.reference) - joint.reference
                    T = T @ _about(joint.axis, joint.anchor, turn)
            poses.append(T)
        return poses

    def hinge(
        self, name: str, poses: list[np.ndarray], angles: dict[str, float]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Axis (3,) and a point (3,) on it of one of their joints in a pose, source's world."""
        row, joint = self.source.joints[name]
        body, T = self.source.bodies[row], poses[row]
        axis = T[:3, :3] @ axis_in_body(body, name, angles)
        return axis, T[:3, :3] @ joint.anchor + T[:3, 3]

    def _joint(self, name: str) -> str:
        full = self.prefix + name
        if full not in self.source.joints:
            full = name if name in self.source.joints else full
        if full not in self.source.joints:
            raise UnknownNameError(
                f"joint of {self.source.path.name} in {self.mapping.name}:", full,
                self.source.joints,
            )  # fmt: skip
        return full

    def _active(self) -> dict[str, ActiveJoint]:
        ours_of = {self._joint(m.joint): (ours, m) for ours, m in self.mapping.joints.items()}
        follows = self._follows(set(ours_of))
        active = {
            theirs: ActiveJoint(theirs, ours, _digit(ours), mapped, follows.get(theirs))
            for theirs, (ours, mapped) in ours_of.items()
        }
        for follower, c in follows.items():
            if follower not in active:
                digit = active[c.leader].digit
                n = sum(a.ours.startswith(f"{digit}_follower") for a in active.values())
                name = f"{digit}_follower_{n + 1}"
                active[follower] = ActiveJoint(follower, name, digit, MappedJoint(follower), c)
        order = list(self.source.joints)
        return dict(sorted(active.items(), key=lambda item: order.index(item[0])))

    def _follows(self, mapped: set[str]) -> dict[str, Coupling]:
        """Their name of every follower → its coupling to a joint that is mapped and free."""
        hinges = self.source.joints
        single = {
            c.follower: c
            for c in self.source.couplings
            if c.follower in hinges and c.leader in hinges
        }
        for c in self.mapping.coupled:
            follower, leader = self._joint(c.follower), self._joint(c.leader)
            single[follower] = Coupling(follower, leader, c.ratio, c.offset)
        whole = {follower: self._whole(follower, single, mapped) for follower in single}
        return {follower: c for follower, c in whole.items() if c is not None}

    def _whole(
        self, follower: str, single: dict[str, Coupling], mapped: set[str]
    ) -> Coupling | None:
        """A chain of couplings as one, up to the last joint that is mapped; None without one."""
        whole, ratio, offset = None, 1.0, 0.0
        passed = [follower]
        while (c := single.get(passed[-1])) is not None:
            if c.leader in passed:
                if mapped.isdisjoint(passed):
                    return None  # nothing that we move hangs on it
                circle = ", ".join(passed[passed.index(c.leader) :])
                raise InputError(
                    f"{self.mapping.name} with {self.source.path.name}: couplings go in a circle "
                    f"through {circle}; one of these joints must follow none of the others."
                )
            offset += ratio * c.offset
            ratio *= c.ratio
            if c.leader in mapped:
                whole = Coupling(follower, c.leader, ratio, offset)
            passed.append(c.leader)
        return whole

    def _chain(self, digit: str) -> list[int]:
        return sorted(r for r, joints in self.rows.items() if joints[0].digit == digit)

    def _palm(self) -> int:
        """The body that all digits hang on."""
        if self.mapping.palm_body is not None:
            names = [body.name for body in self.source.bodies]
            for name in (self.prefix + self.mapping.palm_body, self.mapping.palm_body):
                if name in names:
                    return names.index(name)
            raise UnknownNameError(f"body in {self.mapping.name}:", self.mapping.palm_body, names)
        paths = [self.path(rows[0])[:-1] for rows in self.digits.values()]
        common = [r for r in paths[0] if all(r in path for path in paths)]
        if not common:
            raise InputError(f"the fingers of {self.source.path} do not hang on one palm.")
        return common[-1]

    def _check(self) -> None:
        """One digit per chain, in order, none of it above the palm."""
        for row, joints in self.rows.items():
            digits = {j.digit for j in joints}
            for above in self.path(row)[:-1]:
                digits |= {j.digit for j in self.rows.get(above, []) if j.digit != "wrist"}
            digits.discard("wrist") if row not in self.path(self.palm) else None
            if len(digits) > 1:
                names = ", ".join(sorted(digits))
                raise InputError(
                    f"{self.mapping.name} maps {names} to one chain, the one that ends with the "
                    f"joint {joints[-1].theirs!r}; each digit needs a chain of its own."
                )
        for digit, rows in self.digits.items():
            for row in rows:
                if rows[-1] != row and row not in self.path(rows[-1]):
                    name = self.source.bodies[row].name
                    raise InputError(
                        f"{self.mapping.name} maps {digit} to two chains: {name!r} and "
                        f"{self.source.bodies[rows[-1]].name!r} do not lie behind one another."
                    )
            self._check_order(digit, rows)

    def _check_order(self, digit: str, rows: list[int]) -> None:
        flexions = [j.ours for r in rows for j in self.rows[r] if j.flexes and j.follows is None]
        anatomical = sorted(flexions, key=lambda n: list(self.mapping.joints).index(n))
        if flexions != anatomical:
            raise InputError(
                f"{self.mapping.name}: from the palm outwards the joints of {digit} come in the "
                f"order {', '.join(flexions)}; expected {', '.join(anatomical)}."
            )

    def _root(self) -> int:
        """The body that the hand begins with: what it is fixed to rigidly, up to the next joint.

        An arm, another hand and whatever else moves by joints that are not mapped stays behind.
        """
        moved = [row for row in self.path(self.palm) if row in self.rows]
        top = self.palm
        if moved:
            top = max(self.source.bodies[moved[0]].parent, 0) if moved[0] else moved[0]
        while not self.source.bodies[top].joints:
            parent = self.source.bodies[top].parent
            if parent < 0 or self.source.bodies[parent].joints:
                break
            top = parent
        return top

    def _owners(self) -> list[int]:
        root = self._root()
        owners: list[int] = []
        for row, body in enumerate(self.source.bodies):
            if root not in self.path(row):
                owners.append(-2)  # an arm, a table, a ball: not of this hand
            elif row in self.rows:
                owners.append(row)
            else:
                owners.append(-1 if row == root else owners[body.parent])
        return owners


def axis_in_body(body: SourceBody, name: str, angles: dict[str, float]) -> np.ndarray:
    """A hinge's axis (3,) in its body's frame, once the body's later hinges have turned too."""
    names = [joint.name for joint in body.joints]
    k = names.index(name)
    axis = body.joints[k].axis
    for joint in body.joints[k + 1 :]:
        if joint.usable:
            turn = angles.get(joint.name, joint.reference) - joint.reference
            axis = so3.exp(joint.axis * turn).T @ axis
    return axis


def _about(axis: np.ndarray, anchor: np.ndarray, angle: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3] = so3.exp(axis * angle)
    T[:3, 3] = anchor - T[:3, :3] @ anchor
    return T


def _digit(ours: str) -> str:
    return "wrist" if ours in WRIST_JOINTS else ours.partition("_")[0]
