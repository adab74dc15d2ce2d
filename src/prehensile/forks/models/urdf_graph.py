"""What makes a URDF no mechanism: arrows that go round, loose links, two parents."""

from pathlib import Path
from xml.parsers.expat import ExpatError

from prehensile.errors import InputError
from prehensile.files.opened import opened
from prehensile.files.xml_tree import parse_xml

NAMED = 6
"""Links that a message names at most."""


def check_urdf(path: Path) -> None:
    """Refuse a URDF whose links and joints are no tree; other files pass.

    MuJoCo fixes loose links to the world and says of cycles only that there is no root.

    Raises:
        FileError: missing, or no plain file.
        InputError: a directed cycle, parts that hang on nothing, a link with two parents.
    """
    with opened(path, "model") as file:
        try:
            robot = parse_xml(file.read())
        except ExpatError:
            return  # whoever reads the model says what is wrong with the XML
    if robot.tag != "robot":
        return
    links = [link.get("name", "") for link in robot.findall("link")]
    parents: dict[str, tuple[str, str]] = {}
    for joint in robot.findall("joint"):
        ends = [joint.find(end) for end in ("parent", "child")]
        parent, child = ("" if end is None else end.get("link", "") for end in ends)
        name = joint.get("name", "")
        if child in parents:
            raise InputError(
                f"{path}: the link {child!r} is the child of two joints, {parents[child][1]!r} and "
                f"{name!r}; URDF knows no loops: close it in MJCF with a connect or weld."
            )
        parents[child] = (parent, name)
    _check_cycle(path, parents)
    _check_connected(path, links, parents)


def _check_cycle(path: Path, parents: dict[str, tuple[str, str]]) -> None:
    ends: set[str] = set()
    for start in parents:
        way: dict[str, None] = {}
        link = start
        while link in parents and link not in way and link not in ends:
            way[link] = None
            link = parents[link][0]
        ends.update(way)  # whoever comes here leads to a root
        if link in way:
            around = list(way)[list(way).index(link) :]
            raise InputError(
                f"{path}: the joints form a directed cycle among {', '.join(around[:NAMED])}; take "
                f"one joint of it out, {parents[link][1]!r} for example."
            )


def _check_connected(path: Path, links: list[str], parents: dict[str, tuple[str, str]]) -> None:
    """Every link must hang on the root of the first joint, or be it."""
    root_of: dict[str, str] = {}
    if not parents or not links:
        return  # without joints there is nothing to hang on: said elsewhere
    base = _root(next(iter(parents)), parents, root_of)
    loose = [link for link in links if _root(link, parents, root_of) != base]
    if loose:
        raise InputError(
            f"{path}: {len(loose)} links hang on nothing: {', '.join(loose[:NAMED])}; join them to "
            f"the part that holds the base {base!r}."
        )


def _root(link: str, parents: dict[str, tuple[str, str]], known: dict[str, str]) -> str:
    """Where a link hangs in the end; ``known`` are those found before, and is added to."""
    way = []
    while link in parents and link not in known:
        way.append(link)
        link = parents[link][0]
    root = known.get(link, link)
    known.update(dict.fromkeys(way, root))
    return root
