import numpy as np

from prehensile.capture.live.latest import Sample
from prehensile.capture.recording.journal import empty_stream
from prehensile.capture.recording.recording import CapturedObject
from prehensile.stage.streams.bodies import CUBE, TrackedBodies

POSE = np.array([1.0, 2, 3, 1, 0, 0, 0])


def poses(**by_name):
    stream = empty_stream(name="p", kind="rigid_poses", channels=tuple(by_name))
    return {"p": Sample(stream, 0.0, np.array(list(by_name.values()), float))}


def test_things_appear_once_and_move():
    things = TrackedBodies(())
    assert things.follow(poses(cup=POSE, forearm=POSE, hand=POSE))
    assert [body.name for body in things.bodies] == ["cup"]
    assert np.ptp(things.bodies[0].vertices, axis=0).tolist() == [CUBE] * 3
    assert not things.follow(poses(cup=2 * POSE))
    np.testing.assert_array_equal(things.poses, [2 * POSE])


def test_a_thing_that_is_lost_stays_where_it_was():
    things = TrackedBodies(())
    things.follow(poses(cup=POSE, lid=POSE))
    assert not things.follow(poses(cup=np.full(7, np.nan), lid=3 * POSE))
    np.testing.assert_array_equal(things.poses, [POSE, 3 * POSE])
    assert not things.follow({})
    assert things.poses.shape == (2, 7)


def test_shapes_that_are_known_are_shown():
    triangle = np.eye(3), np.array([[0, 1, 2]])
    things = TrackedBodies(
        (
            CapturedObject("a", vertices=triangle[0], faces=triangle[1]),
            CapturedObject("b", source="ball"),
            CapturedObject("c", source="/nowhere/mesh.obj"),
        )
    )
    things.follow(poses(a=POSE, b=POSE, c=POSE))
    sizes = [len(body.vertices) for body in things.bodies]
    assert sizes[0] == 3 and sizes[1] > 100 and sizes[2] == 8
    assert all(body.opacity < 1 for body in things.bodies)


def test_a_cube_is_closed_and_faces_outwards():
    things = TrackedBodies(())
    things.follow(poses(x=POSE))
    corners = np.asarray(things.bodies[0].vertices)[things.bodies[0].faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert ((normal * corners.mean(axis=1)).sum(axis=1) > 0).all()
    volume = (corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    np.testing.assert_allclose(volume, CUBE**3)
