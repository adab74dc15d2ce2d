"""Arrays of the contact step have the shapes that their tables say."""

from tests.forks.contact.test_kernels import crowd


def test_shapes_are_those_of_the_mechanism_and_its_bodies() -> None:
    s = crowd(free=True)
    r, E, f, b = s.model.size, 6, 6, 3
    said = {
        "_plant": {
            "mass": (r,), "inverse": (r, r), "tip_basis": (E, 6, r), "tip_rest": (E, 4, 4),
            "tip_com": (E, 3), "preload": (E, 6), "base_inertia": (6, 6), "base_inverse": (6, 6),
            "base_com": (3,), "centre": (3,), "gravity": (3,),
        },
        "_feet": {"tip": (f,), "point": (f, 3), "radius": (f,), "friction": (f,)},
        "_solids": {
            "kind": (b,), "size": (b, 3), "mass": (b,), "inertia": (b, 3, 3), "inverse": (b, 3, 3),
        },
        "motion": {
            "z": (r,), "v": (r,), "T_base": (4, 4), "base_velocity": (6,), "T_bodies": (b, 4, 4),
            "body_velocity": (b, 6), "impulse": (b, f, 3),
        },
    }  # fmt: skip
    for table, shapes in said.items():
        found = getattr(s, table)
        assert {name: getattr(found, name).shape for name in shapes} == shapes
    assert s._solids.grid.shape[2] == 3 and s._plant.total == s.model.mechanism.mass.sum()
