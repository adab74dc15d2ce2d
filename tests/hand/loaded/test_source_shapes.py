"""What of a stranger's bodies is drawn: all that its maker's viewer shows, and nothing twice."""

import mujoco
import numpy as np
import pytest

from prehensile.hand.loaded.source_model import read_source_model

BONE = '<geom type="capsule" size=".008" fromto="0 0 0 0 .03 0" contype="0" conaffinity="0" {}/>'
HULL = '<geom type="capsule" size=".009" fromto="0 0 0 0 .03 0" mass=".01" {}/>'
TIP = '<geom type="sphere" size=".01" pos="0 .045 0" mass=".01" {}/>'


def shapes(tmp_path, *geoms):
    path = tmp_path / "finger.xml"
    path.write_text(
        '<mujoco><worldbody><body name="a"><joint name="j" axis="1 0 0"/>'
        + "".join(geoms)
        + "</body></worldbody></mujoco>"
    )
    (body,) = read_source_model(path).bodies
    return body


def reach(body):
    """How far out what is drawn goes."""
    return max(float(mesh.vertices[:, 1].max()) for mesh in body.meshes)


@pytest.mark.parametrize("group", ['group="0"', 'group="1"', 'group="2"'])
def test_a_fingertip_that_collides_is_seen_beside_what_does_not(tmp_path, group):
    body = shapes(tmp_path, BONE.format('group="2"'), TIP.format(group))
    assert len(body.solids) == 1 and len(body.meshes) == 2
    assert reach(body) == pytest.approx(0.055, abs=1e-3)


def test_what_collides_round_what_is_seen_is_not_drawn_over_it(tmp_path):
    """As in URDF, where visual shapes have group 1 and those that collide group 0."""
    body = shapes(tmp_path, BONE.format('group="1"'), HULL.format(""), TIP.format(""))
    assert len(body.solids) == 2 and len(body.meshes) == 2
    assert reach(body) == pytest.approx(0.055, abs=1e-3)
    hidden = shapes(tmp_path, BONE.format('group="2"'), TIP.format('group="3"'))
    assert len(hidden.solids) == 1 and len(hidden.meshes) == 1
    unseen = shapes(tmp_path, BONE.format('group="2"'), TIP.format('rgba="1 1 1 0"'))
    assert len(unseen.meshes) == 1


def test_where_nothing_is_to_be_seen_all_that_collides_is(tmp_path):
    assert len(shapes(tmp_path, HULL.format('group="3"'), TIP.format('group="3"')).meshes) == 2


def test_the_shadow_hand_is_drawn_by_its_visual_shapes(reference_data):
    path = reference_data("hands", "shadow_hand", "right_hand.xml")
    model = mujoco.MjModel.from_xml_path(str(path))
    drawn = {body.name: len(body.meshes) for body in read_source_model(path).bodies}
    for b in range(1, model.nbody):
        geoms = np.flatnonzero(model.geom_bodyid == b)
        visual = (model.geom_contype[geoms] == 0) & (model.geom_conaffinity[geoms] == 0)
        shown = model.geom_group[geoms] < 3
        assert drawn[model.body(b).name] == (shown.sum() or len(geoms)), model.body(b).name
        assert visual.sum() <= drawn[model.body(b).name]
