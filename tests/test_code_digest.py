"""A digest of code changes with what runs, and with nothing else."""

from pathlib import Path
from textwrap import dedent

import pytest

from prehensile.code_digest import PACKAGE, _read, code_digest

CODE = {
    "room/maker.py": '''
        """Makes a thing."""

        import numpy as np

        from prehensile.fast_path import kernels
        from prehensile.room import tool
        from prehensile.room.used import steps


        def make(n):
            """As many steps as asked for."""
            from prehensile.room.late import finish

            # A note.
            kernels("room").run(tool.grip(), steps(n))
            return finish(np.zeros(n))
        ''',
    "room/used.py": "from prehensile.deep import START\n\ndef steps(n):\n    return START + n\n",
    "room/late.py": "def finish(x):\n    return x\n",
    "room/tool.py": "def grip():\n    return 1\n",
    "room/other.py": "def steps(n):\n    return 2 * n\n",
    "room/_kernels.py": "def run(a, b):\n    return a\n",
    "room/_plain.py": "def run(a, b):\n    return a + 0\n",
    "room/__init__.py": "",
    "deep.py": "START = 3\n",
    "fast_path.py": "def kernels(room):\n    return room\n",
}


@pytest.fixture
def digest(tmp_path: Path):
    """``digest({"deep.py": "START = 4"})`` of ``room.maker`` in a package with that change."""
    count = 0

    def of(changed: dict[str, str] | None = None) -> str:
        nonlocal count
        count += 1  # another folder each time: what was read is remembered
        package = tmp_path / str(count) / "prehensile"
        for name, text in {**CODE, **(changed or {})}.items():
            path = package / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text))
        return code_digest("room.maker", package)

    return of


def _maker(old: str, new: str) -> dict[str, str]:
    text = CODE["room/maker.py"]
    assert old in text
    return {"room/maker.py": text.replace(old, new)}


@pytest.mark.parametrize(
    "changed",
    [
        {"room/used.py": CODE["room/used.py"].replace("+ n", "- n")},
        {"deep.py": "START = 4\n"},
        {"room/late.py": "def finish(x):\n    return -x\n"},
        {"room/tool.py": "def grip():\n    return 2\n"},
        {"room/_kernels.py": "def run(a, b):\n    return b\n"},
        {"room/_plain.py": "def run(a, b):\n    return b + 0\n"},
        _maker("np.zeros", "np.ones"),
    ],
    ids=["imported", "far", "in a function", "module", "kernels", "plain twin", "own"],
)
def test_code_that_runs_counts(digest, changed: dict[str, str]) -> None:
    assert digest(changed) != digest()


def test_it_counts_which_of_two_modules_a_name_comes_from(digest) -> None:
    both = "from prehensile.room.other import steps as others\n"
    one = _maker("import numpy as np\n", f"import numpy as np\n        {both}")
    two = {
        name: text.replace("room.used import", "room.OTHER import")
        .replace("room.other import", "room.used import")
        .replace("room.OTHER import", "room.other import")
        for name, text in one.items()
    }
    assert digest(one) != digest(two)


@pytest.mark.parametrize(
    "changed",
    [
        {"room/other.py": "def steps(n):\n    return 5 * n\n"},
        _maker("# A note.", "# Another note, and a longer one."),
        _maker("steps(n))", "steps(n))  # why"),
        _maker("As many steps as asked for.", "Said better."),
        _maker("import numpy as np\n", "import numpy as np\n\n"),
        _maker(
            "from prehensile.fast_path import kernels\n        from prehensile.room import tool\n",
            "from prehensile.room import tool\n        from prehensile.fast_path import kernels\n",
        ),
    ],
    ids=["unrelated", "comment", "comment behind code", "docstring", "space", "order"],
)
def test_what_does_not_run_does_not_count(digest, changed: dict[str, str]) -> None:
    assert digest(changed) == digest()


def test_a_module_may_move(digest) -> None:
    moved = _maker("from prehensile.room.used", "from prehensile.elsewhere.named_anew")
    assert digest({**moved, "elsewhere/named_anew.py": CODE["room/used.py"]}) == digest()


def test_imports_for_types_alone_are_not_followed(digest) -> None:
    guarded = "if TYPE_CHECKING:\n            from prehensile.room.other import steps\n"
    with_types = _maker("def make(n)", f"{guarded}\n\n        def make(n)")
    changed = {**with_types, "room/other.py": "def steps(n):\n    return 5 * n\n"}
    assert digest(with_types) == digest(changed)


def test_hashes_inside_text_are_not_comments(digest) -> None:
    one, two = ({"deep.py": f'START = """\n{text}\n"""\n'} for text in ("# one", "# two"))
    assert digest(one) != digest(two)


@pytest.mark.parametrize(
    ("module", "used"),
    [
        ("skin.template.levels", {"hand.skeleton", "skin.flesh.rest", "mesh.subdivide"}),
        ("skin.paint.texture", {"skin.paint.noise", "skin.paint.digit", "mesh.raster"}),
        ("skin.own_corrections", {"skin.eigenskin.finer", "skin.rig.interpolation"}),
        ("skin.rig.blend", {"skin.rig._kernels", "skin.rig._plain"}),
    ],
)
def test_the_caches_follow_what_they_are_made_by(module: str, used: set[str]) -> None:
    found, pending = {module}, [module]
    while pending:
        new = {i.module for i in _read(pending.pop(), PACKAGE).imports if i.module} - found
        found |= new
        pending += new
    assert used <= found
    assert "cli.app" not in found
