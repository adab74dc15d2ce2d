"""Our hand is drawn in its skin, a loaded one in its own meshes, both bare if asked."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from tests.draw.looks import read
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.draw.camera import fit_camera, hand_view
from prehensile.draw.contact_sheet import draw_contact_sheet
from prehensile.draw.pose_sheet import draw_pose_sheet
from prehensile.draw.posed_hand import add_posed_hand, posed_hand
from prehensile.draw.scene import BACKGROUND, Scene
from prehensile.hand.corpus import corpus
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.segments import Box
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.material import Material
from prehensile.world.recorder import Recorder
from prehensile.world.world import World


@pytest.fixture
def red(tmp_path):
    text = tiny_hand().replace("<geom type", '<geom rgba="0.8 0.1 0.1 1" type')
    (tmp_path / "tiny.xml").write_text(text)
    return load_hand(tmp_path / "tiny.xml", mapping_of())


def is_red(picture):
    r, g, b = (picture[..., k].astype(int) for k in range(3))
    return (r > g + 40) & (r > b + 40)


def test_meshes_follow_the_joints(red):
    q = np.zeros(red.dof)
    straight = posed_hand(red, q, None)
    q[red.joint_index("index_mcp_flex")] = 1.5
    bent = posed_hand(red, q, None)
    assert bent.vertices[:, 2].min() < straight.vertices[:, 2].min() - 0.05
    assert len(bent.parts(0.01)) == 6


def test_bare_is_what_collides(hand):
    """Every vertex lies on a capsule or a box; the pads' centres lie on the fingertips'."""
    q = corpus()["tripod"].q
    T = se3.exp(np.array([0.1, -0.2, 0.3, 0.5, -0.4, 0.2]))
    bare = posed_hand(hand, q, T, Dress(bare=True))
    poses = segment_transforms(hand, q, T)
    rows = bare.rig.joints[:, 0]
    for row, name in enumerate(bare.rig.joint_names):
        local = se3.apply(se3.inverse(poses[name]), bare.vertices[rows == row])
        far = np.full((len(local), 0), np.inf)
        for shape in hand.segments[name].collides:
            if isinstance(shape, Box):
                out = np.abs(local - shape.centre) - shape.half
                far = np.column_stack([far, np.abs(out.max(axis=1))])
            else:
                along = shape.end - shape.start
                h = np.clip((local - shape.start) @ along / (along @ along), 0, 1)
                away = np.linalg.norm(local - shape.start - h[:, None] * along, axis=1)
                far = np.column_stack([far, np.abs(away - shape.radius)])
        assert far.min(axis=1).max() < 1e-6, name


def test_the_far_end_of_an_arm_is_not_in_view(hand):
    bare = posed_hand(hand, np.zeros(23), None, Dress(bare=True))
    assert bare.vertices[:, 0].min() < -0.5 * hand.length
    assert bare.vertices[bare.in_view, 0].min() > -0.31 * hand.length
    assert posed_hand(hand, np.zeros(23), None).in_view.all()


@pytest.mark.usefixtures("drawing")
def test_a_pose_sheet_shows_its_colour(red, tmp_path):
    path = draw_pose_sheet(red, {"flat": np.zeros(red.dof)}, tmp_path / "p.png", columns=1)
    assert is_red(read(path)).mean() > 0.05


@pytest.mark.usefixtures("drawing")
def test_a_saved_clip_draws_without_the_model(red, tmp_path):
    world = World(red, floor=False)
    recorder = Recorder(world)
    for _ in range(3):
        recorder.add(world.step())
    recorder.clip().save(tmp_path / "clip.npz")
    (tmp_path / "tiny.xml").unlink()
    sheet = draw_contact_sheet(Clip.load(tmp_path / "clip.npz"), tmp_path / "s.png", frames=2)
    assert is_red(read(sheet)).mean() > 0.02


@pytest.mark.usefixtures("drawing")
@pytest.mark.parametrize(
    ("place", "color"), [((0.25, 0.25), 0), ((0.75, 0.25), 1), ((0.25, 0.75), 2)]
)
def test_a_picture_is_laid_on_with_its_origin_upper_left(hand, place, color):
    """A picture that is red, green above and blue, black below; all vertices at one place of it."""
    picture = np.zeros((8, 8, 3), np.uint8)
    picture[:4, :4, 0] = picture[:4, 4:, 1] = picture[4:, :4, 2] = 220
    data = io.BytesIO()
    Image.fromarray(picture).save(data, "PNG")
    rig = hand_rig(hand)
    uv = np.tile(np.array(place, np.float32), (len(rig.vertices), 1))
    worn = replace(rig, uv=uv, material=Material(data.getvalue(), None, 0.5))
    with Scene((120, 120)) as scene:
        points = add_posed_hand(scene, hand, np.zeros(23), None, Dress(worn={hand.spec: worn}))
        seen = scene.picture(
            fit_camera(points, hand_view(hand, "palm"), np.array([1.0, 0, 0]), (120, 120))
        ).astype(int)
    drawn = seen[np.abs(seen - BACKGROUND).max(axis=-1) > 40]
    others = [k for k in range(3) if k != color]
    assert len(drawn) > 1000
    assert (drawn[:, color] > drawn[:, others].max(axis=1) + 20).mean() > 0.97
