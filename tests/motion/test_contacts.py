from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.motion.contacts import ContactFrame, ContactTrack

NAMES = ("right/palm", "mug")


def contacts(n, a=0, b=1, seed=0):
    rng = np.random.default_rng(seed)
    normal = np.tile([0.0, 0.0, 1.0], (n, 1))
    columns = rng.random((n, 3)), normal, rng.random((n, 3)), rng.random(n), rng.random(n)
    return ContactFrame(np.array([a] * n), np.array([b] * n), *columns)


def same(left, right):
    return all(np.array_equal(x, y) for x, y in zip(left, right, strict=True))


def test_frames_come_back_as_they_went_in():
    frames = [contacts(n, seed=n) for n in (2, 0, 3, 1, 0)]
    track = ContactTrack.from_frames(NAMES, frames)
    assert len(track) == 6
    assert track.n_frames == 5
    np.testing.assert_array_equal(track.offsets, [0, 2, 2, 5, 6, 6])
    for k, frame in enumerate(frames):
        assert same(track.frame(k), frame)
        assert same(track.frame(k - 5), frame)
    assert repr(track) == "<ContactTrack: 6 contacts in 5 frames>"


def test_names_serve_as_indices():
    by_name = ContactTrack.from_frames(NAMES, [contacts(2, "right/palm", "mug")])
    assert same(by_name.frame(0), contacts(2))
    with pytest.raises(UnknownNameError, match="Did you mean 'mug'"):
        ContactTrack.from_frames(NAMES, [contacts(1, b="mugg")])


def test_empty_has_frames_without_contacts():
    track = ContactTrack.empty(3)
    assert (len(track), track.n_frames) == (0, 3)
    assert track.frame(2).pos.shape == (0, 3)


def test_take_repeats_and_reorders_frames():
    track = ContactTrack.from_frames(NAMES, [contacts(n, seed=n) for n in (2, 0, 3)])
    chosen = [2, 2, 1, 0]
    taken = track.take(chosen)
    assert taken.n_frames == 4
    for i, k in enumerate(chosen):
        assert same(taken.frame(i), track.frame(k))
    assert track.take(np.zeros(0, int)).n_frames == 0
    with pytest.raises(InputError, match="index 3, but there are 3 frames"):
        track.take([3])


def test_there_is_no_frame_beyond_the_last():
    for k in (2, -3):
        with pytest.raises(InputError, match=f"no frame {k}"):
            ContactTrack.empty(2).frame(k)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"offsets": [0, 2, 1, 3]}, "never decrease"),
        ({"offsets": [0, 2**62, -(2**62), 3]}, "never decrease"),
        ({"offsets": [1, 1, 2, 3]}, "from 0 to the number of contacts, 3"),
        ({"offsets": [0, 1, 2, 2]}, "from 0 to the number of contacts, 3"),
        ({"offsets": []}, "from 0 to the number"),
        ({"a": [0, 0, 2]}, "contact a holds the index 2, but there are 2 contact names"),
        ({"b": [0, -1, 1]}, "contact b holds the index -1"),
        ({"b": [0.0, 1.0, 1.0]}, "must hold whole numbers"),
        ({"a": 0}, r"has shape \(\); expected \(n,\)"),
        ({"normal": np.ones((3, 3))}, "unit length"),
        ({"force": np.full((3, 3), np.inf)}, "not finite"),
        ({"depth": np.zeros(2)}, r"has shape \(2,\); expected \(3,\)"),
        ({"names": ("mug", "mug")}, "occurs twice"),
    ],
)
def test_a_bad_track_is_refused(change, message):
    track = ContactTrack.from_frames(NAMES, [contacts(1), contacts(1), contacts(1)])
    with pytest.raises(InputError, match=message):
        replace(track, **change)


def test_a_frame_with_unequal_columns_is_refused():
    with pytest.raises(InputError, match="frame 0 has columns of unequal length"):
        ContactTrack.from_frames(NAMES, [contacts(2)._replace(pos=np.zeros((1, 3)))])
