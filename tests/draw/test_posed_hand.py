"""A loaded hand is drawn in its own meshes."""

import numpy as np
import pytest
from tests.draw.looks import read
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.draw.contact_sheet import draw_contact_sheet
from prehensile.draw.pose_sheet import draw_pose_sheet
from prehensile.draw.posed_hand import points_in_view, posed_meshes
from prehensile.hand.loaded_hand import load_hand
from prehensile.motion.clip import Clip
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
    straight = points_in_view(red, q)
    q[red.joint_index("index_mcp_flex")] = 1.5
    assert points_in_view(red, q)[:, 2].min() < straight[:, 2].min() - 0.05
    assert {mesh.segment for mesh in posed_meshes(red, q)} >= {"wrist", "thumb-phalanx-distal"}


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
