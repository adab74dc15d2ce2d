"""A scene as JSON: enough to build the same model again, bit for bit.

Numbers only, checked by the constructors of what they become: safe on a stranger's file. (MuJoCo's
own XML keeps six digits, and can name files to load.) Visual meshes are left out: an object comes
back with the box around it as its mesh.
"""

from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.world.objects.object import ConvexPart, Mount, Object
from prehensile.world.scene import HandInScene, ObjectInScene, Scene, name_hands, name_objects


def scene_to_json(scene: Scene) -> dict[str, Any]:
    """What :func:`scene_from_json` reads."""
    return {
        "preset": scene.preset,
        "timestep": scene.timestep,
        "floor": scene.floor,
        "hands": [
            {
                "spec": h.hand.spec.to_json(),
                "name": h.name,
                "wrist": h.wrist,
                "forearm": _numbers(h.forearm),
                "q": None if h.q is None else _numbers(h.q),
            }
            for h in scene.hands
        ],
        "objects": [
            {
                "object": _object_to_json(o.object),
                "name": o.name,
                "pose": _numbers(o.pose),
                "fixed": o.fixed,
                "presented_by": o.presented_by,
                "mounted_on": o.mounted_on,
                "own_friction": o.own_friction,
            }
            for o in scene.objects
        ],
    }


def scene_from_json(data: dict[str, Any]) -> Scene:
    """The scene that :func:`scene_to_json` described.

    Raises:
        InputError: something is missing or is not what it should be.
    """
    try:
        hands = [
            HandInScene(
                hand_from_json(h["spec"]),
                name=str(h["name"]),
                wrist=h["wrist"],
                forearm=_array(h["forearm"]),
                q=None if h["q"] is None else _array(h["q"]),
            )
            for h in data["hands"]
        ]
        objects = [
            ObjectInScene(
                _object_from_json(o["object"]),
                name=str(o["name"]),
                pose=_array(o["pose"]),
                fixed=bool(o["fixed"]),
                presented_by=str(o["presented_by"]),
                mounted_on=str(o["mounted_on"]),
                own_friction=bool(o.get("own_friction", False)),
            )
            for o in data["objects"]
        ]
        return Scene(
            hands=name_hands(hands),
            objects=name_objects(objects),
            preset=str(data["preset"]),
            timestep=float(data["timestep"]),
            floor=bool(data["floor"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"not a scene: {type(error).__name__} {error}.") from None


def _object_to_json(obj: Object) -> dict[str, Any]:
    return {
        "name": obj.name,
        "bounds": obj.bounds.tolist(),
        "mass": obj.mass,
        "com": obj.com.tolist(),
        "inertia": obj.inertia.tolist(),
        "friction": list(obj.friction),
        "color": list(obj.color),
        "mount": None if obj.mount is None else _mount_to_json(obj.mount),
        "parts": [
            {
                "kind": part.kind,
                "size": part.size.tolist(),
                "pos": part.pos.tolist(),
                "quat": part.quat.tolist(),
                "vertices": part.vertices.tolist(),
            }
            for part in obj.parts
        ],
    }


def _object_from_json(data: dict[str, Any]) -> Object:
    low, high = _array(data["bounds"])
    x, y, z = np.stack([low, high], axis=1)
    corners = np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1).reshape(-1, 3)
    return Object(
        name=str(data["name"]),
        vertices=corners,
        faces=_BOX_FACES,
        parts=tuple(
            ConvexPart(
                kind=part["kind"],
                size=_array(part["size"]),
                pos=_array(part["pos"]),
                quat=_array(part["quat"]),
                vertices=_array(part["vertices"]).reshape(-1, 3),
            )
            for part in data["parts"]
        ),
        mass=float(data["mass"]),
        com=_array(data["com"]),
        inertia=_array(data["inertia"]),
        friction=tuple(data["friction"]),
        color=tuple(data["color"]),
        mount=None if data["mount"] is None else _mount_from_json(data["mount"]),
    )


def _mount_to_json(mount: Mount) -> dict[str, Any]:
    """Without the base, which is an object of the scene."""
    return {
        "joint": mount.joint,
        "axis": mount.axis.tolist(),
        "point": mount.point.tolist(),
        "friction_torque": mount.friction_torque,
        "damping": mount.damping,
        "limits": None if mount.limits is None else list(mount.limits),
    }


def _mount_from_json(data: dict[str, Any]) -> Mount:
    return Mount(
        joint=data["joint"],
        axis=_array(data["axis"]),
        point=_array(data["point"]),
        friction_torque=float(data["friction_torque"]),
        damping=float(data["damping"]),
        limits=None if data["limits"] is None else tuple(data["limits"]),
    )


def _numbers(values: object) -> list[float]:
    return np.asarray(values, dtype=float).tolist()


def _array(values: object) -> np.ndarray:
    return np.array(values, dtype=float)


_BOX_FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
     [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
)  # fmt: skip
