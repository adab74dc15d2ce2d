"""How makers of rigs name the joints of a hand, as tables that no code of ours has read."""

CAMEL = {"index": "Index", "middle": "Middle", "ring": "Ring", "pinky": "Pinky", "thumb": "Thumb"}
ORDER = {
    "metacarpal": 0, "phalanx-proximal": 1, "phalanx-intermediate": 2, "phalanx-distal": 3,
    "tip": 4,
}  # fmt: skip
THUMB_ORDER = {"metacarpal": 1, "phalanx-proximal": 2, "phalanx-distal": 3, "tip": 4}


def _mixamo(side, digit, part, number):
    if digit is None:
        return f"mixamorig:{side.capitalize()}Hand"
    return None if not number else f"mixamorig:{side.capitalize()}Hand{CAMEL[digit]}{number}"


def _unreal(side, digit, part, number):
    end = f"_{side[0]}"
    if digit is None:
        return f"hand{end}"
    if number == 0:
        return f"{digit}_metacarpal{end}"
    return None if number == 4 else f"{digit}_{number:02d}{end}"


def _vroid(side, digit, part, number):
    start = f"J_Bip_{side[0].upper()}_"
    little = {"pinky": "Little"}
    if digit is None:
        return f"{start}Hand"
    return None if number in (0, 4) else f"{start}{little.get(digit, CAMEL[digit])}{number}"


def _vrm(side, digit, part, number):
    """VRM 1.0."""
    if digit is None:
        return f"{side}Hand"
    name = "Little" if digit == "pinky" else CAMEL[digit]
    word = part.removeprefix("phalanx-").capitalize()
    return None if part == "tip" or number == 0 else f"{side}{name}{word}"


def _unity(side, digit, part, number):
    """Unity's humanoid, and VRM 0."""
    if digit != "thumb":
        return _vrm(side, digit, part, number)
    words = {1: "Proximal", 2: "Intermediate", 3: "Distal"}
    return f"{side}Thumb{words[number]}" if number in words else None


def _rigify(side, digit, part, number):
    end = f".{side[0].upper()}"
    if digit is None:
        return f"DEF-hand{end}"
    if digit == "thumb":
        return None if number == 4 else f"DEF-thumb.{number:02d}{end}"
    if number == 0:
        return f"DEF-palm.{list(CAMEL).index(digit) + 1:02d}{end}"
    return None if number == 4 else f"DEF-f_{digit}.{number:02d}{end}"


def _character_creator(side, digit, part, number):
    start = f"CC_Base_{side[0].upper()}_"
    if digit is None:
        return f"{start}Hand"
    name = "Mid" if digit == "middle" else CAMEL[digit]
    return None if number in (0, 4) else f"{start}{name}{number}"


def _phalanges(side, digit, part, number):
    if digit is None:
        return f"{side[0]}_wrist"
    short = {"proximal": "prox", "intermediate": "int", "distal": "dist"}
    bone = part.removeprefix("phalanx-")
    return f"{side[0]}_{digit}_" + (f"{short[bone]}Phalanx" if bone in short else bone)


def _biped(side, digit, part, number):
    start = f"Bip01 {side[0].upper()} "
    if digit is None:
        return f"{start}Hand"
    if number in (0, 4):
        return None
    return f"{start}Finger{['thumb', *list(CAMEL)[:4]].index(digit)}{number - 1 or ''}"


def _daz(side, digit, part, number):
    if digit is None:
        return f"{side[0]}Hand"
    if number == 0:
        return f"{side[0]}Carpal{list(CAMEL).index(digit) + 1}"
    name = "Mid" if digit == "middle" else CAMEL[digit]
    return None if number == 4 else f"{side[0]}{name}{number}"


def _oculus(side, digit, part, number):
    start = f"b_{side[0]}_"
    if digit is None:
        return f"{start}wrist"
    if number == 4 or (number == 0 and digit != "pinky"):
        return None
    return f"{start}{digit}{number}"


def _joints(side, digit, part, number):
    if digit is None:
        return f"wrist.{side[0].upper()}"
    words = (
        ["", "cmc", "mcp", "ip", "tip"] if digit == "thumb" else ["", "mcp", "pip", "dip", "tip"]
    )
    return f"{digit}_{words[number]}.{side[0].upper()}" if words[number] else None


MAKERS = {
    "mixamo": _mixamo, "unreal": _unreal, "vroid": _vroid, "vrm": _vrm, "unity": _unity,
    "rigify": _rigify, "character creator": _character_creator, "phalanges": _phalanges,
    "biped": _biped, "daz": _daz, "oculus": _oculus, "joints": _joints,
}  # fmt: skip


def maker_s_name(maker: str, joint: str, side: str) -> str | None:
    """What a maker calls a joint of WebXR's; None where its rigs have none."""
    if joint == "wrist":
        return MAKERS[maker](side, None, None, None)
    digit, _, part = joint.replace("-finger", "").partition("-")
    order = THUMB_ORDER if digit == "thumb" else ORDER
    return MAKERS[maker](side, digit, part, order[part])
