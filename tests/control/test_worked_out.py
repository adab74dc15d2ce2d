"""Work that is done once, for who says so."""

from prehensile.control.worked_out import once, work_remembered


class Counted:
    """Work that says how often it was done."""

    def __init__(self):
        self.done = 0

    def __call__(self):
        self.done += 1
        return self.done


def test_work_is_done_once_for_the_same_things_and_numbers():
    work, cup, hand = Counted(), [], []
    with work_remembered():
        assert [once((cup, hand), "a", work) for _ in range(3)] == [1, 1, 1]
        assert once((cup, hand), "b", work) == 2, "other numbers"
        assert once((hand, cup), "a", work) == 3, "another thing, though it is equal"
        with work_remembered():
            assert once((cup, hand), "a", work) == 1, "within, it is known too"
        assert once((cup, hand), "a", work) == 1


def test_nothing_is_remembered_unless_someone_says_so():
    work, cup = Counted(), []
    assert [once((cup,), "a", work) for _ in range(2)] == [1, 2]
    for expected in (3, 4):
        with work_remembered():
            assert once((cup,), "a", work) == expected


def test_things_are_kept_as_long_as_they_are_known_by_their_identity():
    work = Counted()
    with work_remembered():
        found = [once(([],), "a", work) for _ in range(20)]
    assert found == list(range(1, 21)), "none of them lies where another was"


def test_that_there_is_nothing_is_remembered_too():
    done = []
    with work_remembered():
        for _ in range(2):
            assert once((done,), "a", lambda: done.append(1)) is None
    assert done == [1]
