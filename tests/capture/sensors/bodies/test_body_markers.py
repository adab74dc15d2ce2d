"""Markers on a body: noise of its pose is what four markers make of one's."""

import numpy as np

from prehensile.capture.sensors.bodies.body_markers import BodyMarkers
from prehensile.lie import se3, so3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.contacts import ContactTrack


def test_noise_is_that_of_a_rigid_fit():
    n, rng = 4000, np.random.default_rng(0)
    pose = np.tile([0.1, 0.2, 0.3, 0.8, 0.6, 0.0, 0.0], (n, 1))
    body = BodyTrack("box", np.zeros((3, 3)), np.array([[0, 1, 2]]), pose)
    time = np.arange(n) / 500
    clip = Clip(time, (), (body,), ContactTrack.empty(n), np.zeros((n, 0, 5)), np.zeros((n, 0)))
    sensor = BodyMarkers(body="box")
    seen = se3.from_pose7(sensor.observe(clip, rng).channel("box"))
    true = se3.from_pose7(pose[0])
    np.testing.assert_allclose(seen[:, :3, 3].std(axis=0), sensor.noise / 2, rtol=0.1)
    turn = so3.log(true[:3, :3].T @ seen[:, :3, :3])
    # Oracle: Kabsch on the same square of markers.
    corners = sensor.spread * np.array([[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]])
    kabsch = []
    for _ in range(n):
        U, _, Vt = np.linalg.svd(corners.T @ (corners + rng.normal(0, sensor.noise, (4, 3))))
        d = np.diag([1, 1, np.sign(np.linalg.det(Vt.T @ U.T))])
        kabsch.append(so3.log(Vt.T @ d @ U.T))
    np.testing.assert_allclose(turn.std(axis=0), np.std(kabsch, axis=0), rtol=0.1)
