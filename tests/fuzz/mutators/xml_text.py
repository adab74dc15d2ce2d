"""MJCF and URDF: attributes, elements and what MuJoCo makes of a few bytes."""

import re
from random import Random

from tests.fuzz.mutators.raw import raw
from tests.fuzz.mutators.strange_values import FLOATS, INTEGERS, PATHS
from tests.fuzz.mutators.words import words

_ATTRIBUTE = re.compile(rb'([\w:]+)="([^"]*)"')
_ELEMENT = re.compile(rb"<(\w+)[^<>]*?/>")
_OPEN = re.compile(rb"<(worldbody|asset|mujoco|body|robot|link|joint|compiler|option|size)\b[^>]*>")
TEXTS = (
    b"", b"a", b"\xff\xfe", b"\xc3", "é".encode(), b"free", b"ball", b"mesh", b"a" * 5000, b"1 2",
    b"0 0 0", b"nan nan nan", b"1e300 1e300 1e300", b"1 " * 20_000, b"&lt;", b"&a;", b"world",
    b"package://a/b.stl",
    *(path.encode() for path in PATHS), *(str(n).encode() for n in (*INTEGERS, *FLOATS)),
)  # fmt: skip
PIECES = (
    b'<include file="../canary.xml"/>', b'<include file="{outside}/canary.xml"/>',
    b'<include file="/etc/passwd"/>', b'<include file="given.xml"/>',
    b'<asset><mesh name="m" file="../canary.stl"/></asset>',
    b'<asset><mesh name="m" file="{outside}/canary.stl"/></asset>',
    b'<asset><texture name="t" type="2d" file="../canary.png"/></asset>',
    b'<asset><hfield name="h" file="../canary.png" size="1 1 1 1"/></asset>',
    b'<asset><skin name="s" file="../canary.skn"/></asset>',
    b'<asset><model name="o" file="../canary.xml"/></asset>',
    b'<compiler meshdir=".."/>', b'<compiler meshdir="{outside}"/>', b'<compiler assetdir="/etc"/>',
    b'<asset><hfield name="h" nrow="30000" ncol="30000" size="1 1 1 1"/></asset>',
    b'<asset><texture name="t" type="2d" builtin="flat" width="30000" height="30000"/></asset>',
    b'<size nuserdata="2000000000"/>', b'<size memory="64G"/>', b'<size nuser_body="500000000"/>',
    b'<size njmax="2000000000" nconmax="2000000000"/>',
    b'<worldbody><replicate count="100000000"><geom size=".1"/></replicate></worldbody>',
    b'<worldbody><replicate count="1000"><replicate count="1000"><site/></replicate></replicate>'
    b"</worldbody>",
    b'<worldbody><body><flexcomp name="f" type="grid" count="900 900 900"/></body></worldbody>',
    b'<worldbody><composite type="cable" count="1000000 1 1" size="1"/></worldbody>',
    b'<extension><plugin plugin="mujoco.sdf.torus"/></extension>',
    b'<keyframe><key qpos="1"/></keyframe>', b"<default><default/></default>",
    b'<equality><weld body1="a" body2="b"/></equality>', b'<tendon><fixed name="t"/></tendon>',
    b'<visual><quality offsamples="1000000"/></visual>', b"<!-- ", b"<![CDATA[", b"</mujoco>",
)  # fmt: skip
BOMB = (
    b'<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + k, b"&%c;" % (97 + k) * 10) for k in range(8))
    + b'<!ENTITY x SYSTEM "file:///etc/passwd">]>'
)


def xml_text(data: bytes, rng: Random) -> bytes:
    """One change of a file of XML."""
    kind = rng.randrange(12)
    if kind == 0:
        return raw(data, rng)
    if kind == 1:
        return words(data, rng)
    if kind <= 6:
        return _attribute(data, rng)
    if kind <= 8:
        return _inside(data, rng.choice(PIECES), rng)
    if kind == 9:
        levels = rng.choice((50, 500, 3000))
        return _inside(data, b"<body>" * levels + b"</body>" * levels, rng)
    if kind == 10:
        entity = rng.choice((b"&i;", b"&x;", b"&a;"))
        return BOMB + _attribute(data.partition(b"?>")[2] or data, rng).replace(
            b'="', b'="' + entity, 1
        )
    found = list(_ELEMENT.finditer(data))
    if not found:
        return words(data, rng)
    one = rng.choice(found)
    return data[: one.start()] + one.group() * rng.choice((0, 2, 3, 300)) + data[one.end() :]


def _attribute(data: bytes, rng: Random) -> bytes:
    found = list(_ATTRIBUTE.finditer(data))
    if not found:
        return words(data, rng)
    one = rng.choice(found)
    kind = rng.randrange(6)
    if kind == 0:  # its name
        return data[: one.start(1)] + rng.choice(found).group(1) + data[one.end(1) :]
    if kind == 1:
        return data[: one.start()] + data[one.end() :]
    if kind == 2:
        new = rng.choice(found).group(2)
    elif kind == 3:  # one number of several
        parts = one.group(2).split(b" ")
        parts[rng.randrange(len(parts))] = str(rng.choice((*INTEGERS, *FLOATS))).encode()
        new = b" ".join(parts)
    else:
        new = rng.choice(TEXTS)
    return data[: one.start(2)] + new + data[one.end(2) :]


def _inside(data: bytes, piece: bytes, rng: Random) -> bytes:
    found = list(_OPEN.finditer(data))
    at = rng.choice(found).end() if found else len(data)
    if piece[:1] == b"<" and rng.random() < 0.5:  # right under the root, where most belong
        root = re.search(rb"<(mujoco|robot)\b[^>]*>", data)
        at = root.end() if root else at
    return data[:at] + piece + data[at:]
