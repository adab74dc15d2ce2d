"""Open a GLB in Blender and render frames of it: what docs/export-blender.md shows.

python tools/blender_image.py FILE.glb PICTURE.png X Y Z     with an interpreter that has bpy
python tools/blender_image.py FILE.glb PICTURE.png X Y Z FRAME TX TY TZ [PICTURE.png …]

X Y Z is where the eye is, seen from what it looks at [m]: TX TY TZ in a frame, or else the hand and
the mug in the last one.
"""

import math
import sys

import bpy
from mathutils import Vector

SIZE = (640, 440)
SAMPLES = 32


def main() -> None:
    """Import as the docs tell, light, look, render."""
    file, *words = sys.argv[1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = 120
    bpy.ops.import_scene.gltf(filepath=file)
    scene.frame_end = int(max(action.frame_range[1] for action in bpy.data.actions))
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples = "CPU", SAMPLES
    scene.cycles.use_denoising = True
    scene.render.resolution_x, scene.render.resolution_y = SIZE
    scene.render.image_settings.color_mode = "RGB"
    scene.view_settings.view_transform = "Standard"
    for k in range(0, len(words), 8):
        picture, *places = words[k : k + 8]
        away = Vector(map(float, places[:3]))
        scene.frame_set(int(places[3]) if places[3:] else scene.frame_end)
        for earlier in [o for o in scene.objects if o.type in ("LIGHT", "CAMERA")]:
            bpy.data.objects.remove(earlier)
        add_lights(scene, away)
        target = Vector(map(float, places[4:])) if places[3:] else centre(["mug", "right-mesh"])
        add_camera(scene, target, away)
        scene.render.filepath = picture
        bpy.ops.render.render(write_still=True)


def centre(names: list[str]) -> Vector:
    """Middle of the boxes of some objects, as posed."""
    graph = bpy.context.evaluated_depsgraph_get()
    points = [
        thing.matrix_world @ vertex.co
        for thing in (bpy.data.objects[name].evaluated_get(graph) for name in names)
        for vertex in thing.data.vertices
    ]
    low = Vector(map(min, zip(*points, strict=True)))
    return (low + Vector(map(max, zip(*points, strict=True)))) / 2


def add_lights(scene: bpy.types.Scene, eye: Vector) -> None:
    """A bright sky, and a sun above and to the left of the eye."""
    world = bpy.data.worlds.new("sky")
    scene.world = world
    sky = world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = (0.93, 0.92, 0.9, 1)
    sky.inputs["Strength"].default_value = 0.8
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy, sun.data.angle = 2.5, math.radians(15)
    source = eye + Vector((0.8 * eye.y, -0.8 * eye.x, 0.4))
    sun.rotation_euler = (-source).to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(sun)


def add_camera(scene: bpy.types.Scene, target: Vector, eye: Vector) -> None:
    """Looks at the target."""
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.lens = 55
    camera.location = target + eye
    camera.rotation_euler = (target - camera.location).to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(camera)
    scene.camera = camera


if __name__ == "__main__":
    main()
