"""From somebody else's model and a mapping to a `LoadedSpec`."""

from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.files.inside import Neighbours
from prehensile.files.opened import said_of
from prehensile.hand.joints import JOINT_FACTS, JOINT_NAMES
from prehensile.hand.loaded.mapping import (
    SUFFIXES,
    Mapping,
    mapping_from,
    packaged_mapping,
    read_mapping,
)
from prehensile.hand.loaded.source_chains import Chains, axis_in_body
from prehensile.hand.loaded.source_geometry import Geometry, corner_points, limits_of, unit
from prehensile.hand.loaded.source_model import SourceModel, read_source_model
from prehensile.hand.loaded.spec import SCHEMA, LoadedSpec, mesh_to_json
from prehensile.hand.segments import FOREARM, PALM, WEBXR_DIGIT, digit_segments
from prehensile.lie import se3, so3
from prehensile.mesh.decimate import fewer_faces

KNUCKLE = 0.005
"""[m] Hinges nearer than this count as one joint: what it joins does not collide with itself."""


def read_loaded_spec(
    path: str | Path,
    mapping: str | Path | dict[str, Any] | None = None,
    assets: str | Path | None = None,
    body: str | None = None,
) -> LoadedSpec:
    """What :func:`prehensile.hand.loaded.load.load_hand` builds; arguments as there."""
    path = Path(path)
    if mapping is None and path.suffix in SUFFIXES:
        read = read_mapping(path)
        if read.model is None:
            raise FileError(f'{path} does not say which model it maps: add model = "hand.xml".')
        with said_of(path):
            model = Neighbours(path, assets).find(read.model)
        return _with_exclusions(_describe(_source(model, assets, body), read))
    source = _source(path, assets, body)
    return _with_exclusions(_describe(source, _mapping(source, mapping)))


def _source(path: Path, assets: str | Path | None, body: str | None) -> SourceModel:
    whole = read_source_model(path, assets)
    return whole if body is None else whole.below(body)


def _mapping(source: SourceModel, mapping: str | Path | dict[str, Any] | None) -> Mapping:
    if isinstance(mapping, dict):
        return mapping_from(mapping)
    if mapping is not None:
        return read_mapping(mapping)
    own = {name: name for name in source.joints if name in JOINT_NAMES}
    found = mapping_from({"joints": own}, source.path.name) if own else packaged_mapping(source)
    if found is None:
        raise InputError(
            f"no mapping is known for {source.path}: write one that says which of its joints is "
            f"which ('Add a hand' in the documentation). Its joints: {', '.join(source.joints)}."
        )
    return found


def _describe(source: SourceModel, mapping: Mapping) -> dict[str, Any]:
    """The JSON of a `LoadedSpec`, without the pairs that overlap."""
    chains = Chains(source, mapping)
    geometry = Geometry(chains)
    frames = _frames(chains, geometry)
    leaders = [j for j in chains.active.values() if j.follows is None]
    leaders.sort(key=lambda j: JOINT_NAMES.index(j.ours))
    limits = [limits_of(chains, j, geometry.signs[j.theirs]) for j in leaders]
    for joint, (low, high) in zip(leaders, limits, strict=True):
        if not low < high:
            raise InputError(f"{source.path}: the joint {joint.theirs!r} has no range.")
    passive = [_passive(chains, j, geometry.signs[j.theirs]) for j in leaders]
    stiffness, damping, rest = (list(column) for column in zip(*passive, strict=True))
    tip = "middle" if "middle" in geometry.tips else list(geometry.tips)[-1]
    scales = [j.mapped.scale for j in leaders]
    return {
        "kind": SCHEMA,
        "name": source.path.stem,
        "side": geometry.palm.side,
        "length": float(np.linalg.norm(geometry.tips[tip] - geometry.palm.T[:3, 3])),
        "joints": [j.ours for j in leaders],
        "source": {j.ours: j.theirs for j in chains.active.values()},
        "rigid": [n for n, (r, _) in source.joints.items() if _is_held(chains, n, r)],
        "lower": [low for low, _ in limits],
        "upper": [high for _, high in limits],
        "stiffness": stiffness,
        "damping": damping,
        "rest": [
            float(np.clip(r * (s if mapping.passive == "human" else 1.0), low, high))
            for r, s, (low, high) in zip(rest, scales, limits, strict=True)
        ],
        "scale": scales,
        "followers": _followers(chains, geometry),
        "segments": _segments(chains, geometry, frames),
        "excluded": _excluded(chains, geometry, frames),
    }


def _is_held(chains: Chains, joint: str, row: int) -> bool:
    return joint not in chains.active and chains.owner[row] > -2


def _frames(chains: Chains, geometry: Geometry) -> dict[int, tuple[str, np.ndarray]]:
    """Row of a moving body → name and frame (4, 4) of its segment; −1 is the root. Parents first.

    A hand without a wrist gets a forearm that is only a frame.
    """
    palm = geometry.palm.T
    named: dict[int, tuple[str, np.ndarray]] = {-1: (FOREARM, palm)}
    for k, row in enumerate(chains.wrist):
        last = k == len(chains.wrist) - 1
        T = palm.copy()
        T[:3, 3] = geometry.anchor(row)
        name = PALM if last else f"carpus-{k + 1}"
        named[row] = (name, T)
    for digit, rows in chains.digits.items():
        for row, name in zip(rows, _names(chains, digit, rows), strict=True):
            x = unit(geometry.bone(digit, row))
            z = -geometry.palmar(digit, row)
            T = np.eye(4)
            T[:3] = np.column_stack([x, np.cross(z, x), z, geometry.anchor(row)])
            named[row] = (name, T)
    return dict(sorted(named.items()))


def _names(chains: Chains, digit: str, rows: list[int]) -> list[str]:
    """Our segments' names where a body has our joint; the last is always the fingertip."""
    ours = digit_segments(digit)
    parts = ("cmc", "mp", "ip") if digit == "thumb" else ("mcp", "pip", "dip")
    names: list[str] = []
    for row in reversed(rows):
        words = [j.ours.split("_")[1:] for j in chains.rows[row]]
        flexed = [parts.index(w[0]) for w in words if w[-1] == "flex" and w[0] in parts]
        wanted = ours[-1] if not names else ours[max(flexed)] if flexed else None
        if wanted is None and digit == "thumb" and ours[0] not in names:
            wanted = ours[0] if any(w[0] == "cmc" for w in words) else None
        if wanted is None or wanted in names:
            k = sum("-link" in name for name in names)
            wanted = f"{WEBXR_DIGIT[digit]}-link" + (f"-{k + 1}" if k else "")
        names.append(wanted)
    return names[::-1]


def _segments(
    chains: Chains, geometry: Geometry, frames: dict[int, tuple[str, np.ndarray]]
) -> list[dict[str, Any]]:
    entries = [_segment(chains, geometry, frames, row) for row in frames]
    if not chains.wrist:
        # The root is the palm: what it holds belongs to the palm, and the forearm is a frame.
        root = entries[0]
        palm = root | {"name": PALM, "parent": FOREARM}
        for entry in entries[1:]:
            entry["parent"] = PALM if entry["parent"] == FOREARM else entry["parent"]
        empty = {"solids": [], "meshes": [], "mass": 0.0, "inertia": np.zeros((3, 3)).tolist()}
        entries[:1] = [root | empty | {"com": [0.0, 0.0, 0.0]}, palm]
    return entries


def _segment(
    chains: Chains, geometry: Geometry, frames: dict[int, tuple[str, np.ndarray]], row: int
) -> dict[str, Any]:
    name, T = frames[row]
    bodies = [
        (body, se3.inverse(T) @ geometry.zero[r])
        for r, body in enumerate(chains.source.bodies)
        if chains.owner[r] == row
    ]
    points = np.concatenate(
        [np.zeros((1, 3)), *(se3.apply(P, corner_points(body)) for body, P in bodies)]
    )
    digit = next((d for d, rows in chains.digits.items() if row in rows), None)
    is_tip = digit is not None and row == chains.digits[digit][-1]
    if digit is None:
        length = float(points[:, 0].max() - points[:, 0].min())
    else:
        length = float(np.linalg.norm(geometry.bone(digit, row)))
    radius = 0.25 * float(np.ptp(points[:, 1]) + np.ptp(points[:, 2]))
    mass, com, inertia = _merged_mass([(b.mass, b.com, b.inertia, P) for b, P in bodies])
    if row >= 0 and mass <= 0:
        raise InputError(f"{chains.source.path}: the moving part {name} has no mass.")
    parent = None
    T_parent = np.eye(4)
    if row >= 0:
        above = chains.source.bodies[row].parent
        owner = -1 if above < 0 else chains.owner[above]
        parent, T_above = frames[owner]
        T_parent = se3.inverse(T_above) @ T
    return {
        "name": name,
        "parent": parent,
        "T_parent_rest": T_parent[:3].tolist(),
        "joints": _joints(chains, geometry, row, T),
        "length": length,
        "radii": [radius, radius],
        "mass": mass,
        "com": com.tolist(),
        "inertia": inertia.tolist(),
        "pad": _pad(geometry, digit, points, length, T).tolist() if digit and is_tip else None,
        "solids": [_solid(solid, P) for body, P in bodies for solid in body.solids],
        "meshes": [
            mesh_to_json(*fewer_faces(se3.apply(P, mesh.vertices), mesh.faces), mesh.color)
            for body, P in bodies
            for mesh in body.meshes
        ],
    }


def _joints(chains: Chains, geometry: Geometry, row: int, T: np.ndarray) -> list[dict[str, Any]]:
    if row < 0:
        return []
    body = chains.source.bodies[row]
    R = T[:3, :3].T @ geometry.zero[row][:3, :3]
    theirs = [j.name for j in body.joints if j.name in chains.active]
    entries = []
    for name in theirs:
        axis = R @ axis_in_body(body, name, geometry.zero_angles)
        axis = unit(geometry.signs[name] * axis)
        entries.append({"name": chains.active[name].ours, "axis": axis.tolist()})
    return entries


def _merged_mass(
    parts: list[tuple[float, np.ndarray, np.ndarray, np.ndarray]],
) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, centre (3,) and inertia (3, 3) about it of rigid parts (m, com, inertia, pose)."""
    mass = sum(m for m, _, _, _ in parts)
    if mass <= 0:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    com = sum((m * se3.apply(P, c) for m, c, _, P in parts), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for m, c, own, P in parts:
        d = se3.apply(P, c) - com
        inertia += P[:3, :3] @ own @ P[:3, :3].T + m * (d @ d * np.eye(3) - np.outer(d, d))
    return mass, com, 0.5 * (inertia + inertia.T)


def _solid(solid: Any, P: np.ndarray) -> dict[str, Any]:
    R = P[:3, :3] @ so3.from_quat(solid.quat)
    quat = so3.to_quat(R)
    return {
        "kind": solid.kind,
        "pos": se3.apply(P, solid.pos).tolist(),
        "quat": (quat / np.linalg.norm(quat)).tolist(),
        "size": solid.size.tolist(),
        "vertices": solid.vertices.ravel().tolist(),
    }


def _pad(
    geometry: Geometry, digit: str, points: np.ndarray, length: float, T: np.ndarray
) -> np.ndarray:
    """(3,) centre of the pad in the segment's frame: on the palmar surface, a radius from the tip.

    ``points`` are all over the segment, in its frame.
    """
    given = geometry.pad(digit)
    if given is not None:
        return se3.apply(se3.inverse(T), given)
    around = points[points[:, 0] > 0.4 * length]
    radius = 0.25 * float(np.ptp(around[:, 1]) + np.ptp(around[:, 2])) if len(around) else 0.006
    x = length - 1.05 * radius
    near = points[np.abs(points[:, 0] - x) < radius]
    depth = float(near[:, 2].min()) if len(near) else -radius
    return np.array([x, 0.0, depth])


def _passive(chains: Chains, joint: Any, sign: int) -> tuple[float, float, float]:
    """Stiffness, damping and rest angle of a joint that no Command drives."""
    if chains.mapping.passive == "human":
        facts = JOINT_FACTS[joint.ours]
        return facts.stiffness, facts.damping, facts.rest
    source = chains.source.joints[joint.theirs][1]
    return source.stiffness, source.damping, sign * (source.rest - joint.mapped.zero)


def _followers(chains: Chains, geometry: Geometry) -> list[dict[str, Any]]:
    """Couplings in our signs. Both angles are measured from the zero pose."""
    entries = []
    for joint in chains.active.values():
        if joint.follows is None:
            continue
        sign, lead = geometry.signs[joint.theirs], geometry.signs[joint.follows.leader]
        leader = chains.active[joint.follows.leader]
        limits = chains.source.joints[joint.theirs][1].limits or (-np.pi, np.pi)
        zero = geometry.zero_angles[joint.theirs]
        low, high = sorted(sign * (v - zero) for v in limits)
        entries.append(
            {
                "name": joint.ours,
                "leader": leader.ours,
                "ratio": sign * lead * joint.follows.ratio,
                "offset": 0.0,
                "lower": low,
                "upper": high,
            }
        )
    return entries


def _excluded(
    chains: Chains, geometry: Geometry, frames: dict[int, tuple[str, np.ndarray]]
) -> list[list[str]]:
    """Pairs that the model leaves out, and those on either side of a universal joint."""
    row_of = {body.name: k for k, body in enumerate(chains.source.bodies)}

    def segment(row: int) -> str:
        name = frames[row][0]
        return PALM if name == FOREARM and not chains.wrist else name

    pairs = set()
    for first, second in chains.source.excluded:
        if first in row_of and second in row_of:
            a, b = (chains.owner[row_of[name]] for name in (first, second))
            if a != b and a in frames and b in frames:
                pairs.add(tuple(sorted((segment(a), segment(b)))))
    for row in frames:
        parent = -1 if row < 0 else chains.source.bodies[row].parent
        owner = chains.owner[parent] if parent >= 0 else -1
        if row < 0 or owner < 0:
            continue
        if np.linalg.norm(geometry.anchor(row) - geometry.anchor(owner)) < KNUCKLE:
            above = chains.source.bodies[owner].parent
            grand = chains.owner[above] if above >= 0 else -1
            pairs.add(tuple(sorted((segment(row), segment(grand)))))
    return [list(pair) for pair in sorted(pairs)]


def _with_exclusions(data: dict[str, Any]) -> LoadedSpec:
    """The spec, with segments that overlap when the hand is straight or relaxed left alone."""
    from prehensile.hand.model import build_hand_model

    spec = LoadedSpec.from_json(data)
    hand = spec.build()
    model = build_hand_model(hand, "fixed").compile()
    state = mujoco.MjData(model)
    pairs = {tuple(pair) for pair in data["excluded"]}
    for q in (np.clip(np.zeros(hand.dof), hand.lower, hand.upper), spec.rest):
        for segment in hand.segments.values():
            for joint in segment.joints:
                state.joint(joint.name).qpos = hand.joint_angle(q, joint.name)
        mujoco.mj_fwdPosition(model, state)
        for contact in state.contact[: state.ncon]:
            bodies = (model.body(model.geom_bodyid[g]).name for g in contact.geom)
            pairs.add(tuple(sorted(bodies)))
    return LoadedSpec.from_json(data | {"excluded": [list(pair) for pair in sorted(pairs)]})
