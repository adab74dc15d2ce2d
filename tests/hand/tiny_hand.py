"""A hand of our own making as MJCF or URDF text, small enough to read: boxes and capsules."""

SPACING = {"index": 0.03, "middle": 0.01, "ring": -0.01, "little": -0.03}
FLEX = ("mcp_flex", "pip_flex", "dip_flex")
PHALANX = 0.03


def tiny_hand(
    fingers=("index", "middle", "ring", "little"),
    thumb=True,
    side="right",
    prefix="j_",
    wrist=False,
    extra="",
    palm_inertial="",
    reversed_flexion=(),
    couple_dip=False,
) -> str:
    """MJCF of a hand whose fingers point along +y of its world and whose palm faces −z.

    On a right hand the thumb lies towards −x, so our palm frame is turned by 90° against it.
    """
    mirror = 1 if side == "right" else -1
    chains = "".join(
        _finger(f, prefix, -mirror * SPACING[f], mirror, f in reversed_flexion) for f in fingers
    )
    if thumb:
        chains += _thumb(prefix, mirror)
    joint = ""
    if wrist:
        joint = f'<joint name="{prefix}wrist_flex" axis="-1 0 0" range="-60 60"/>'
    couplings = ""
    if couple_dip:
        couplings = "<equality>{}</equality>".format(
            "".join(
                f'<joint joint1="{prefix}{f}_dip_flex" joint2="{prefix}{f}_pip_flex" '
                'polycoef="0 0.7 0 0 0"/>'
                for f in fingers
            )
        )
    return f"""<mujoco model="tiny">
      <worldbody>
        <geom name="table" type="plane" size="1 1 .1"/>
        <body name="arm" pos="0 -0.2 0.3">
          <geom type="capsule" size="0.02" fromto="0 0 0 0 0.17 0" mass="0.5"/>
          <body name="palm" pos="0 0.2 0">
            {joint}{palm_inertial}
            <geom type="box" size="0.04 0.045 0.01" pos="0 0.045 0" mass="0.3"/>
            {chains}{extra}
          </body>
        </body>
      </worldbody>
      {couplings}
      <actuator><position joint="{prefix}{(*fingers, "thumb")[0]}_mcp_flex"/></actuator>
    </mujoco>"""


def _fist(joint: str) -> str:
    return f"""<mujoco><worldbody><body name="palm">{joint}
      <geom type="box" size="0.04 0.045 0.01"/></body></worldbody></mujoco>"""


def _finger(name: str, prefix: str, x: float, mirror: int, flipped: bool) -> str:
    axis, limits = ("1 0 0", "-90 10") if flipped else ("-1 0 0", "-10 90")
    away = mirror if name in ("index", "middle") else -mirror
    text = "</body>" * 3
    for k, part in reversed(list(enumerate(FLEX))):
        abduction = ""
        if k == 0:
            abduction = f'<joint name="{prefix}{name}_mcp_abd" axis="0 0 {away}" range="-20 20"/>'
        place = f"{x} 0.09 0" if k == 0 else f"0 {PHALANX} 0"
        text = (
            f'<body name="{name}{k}" pos="{place}">{abduction}'
            f'<joint name="{prefix}{name}_{part}" axis="{axis}" range="{limits}"/>'
            f'<geom type="capsule" size="0.008" fromto="0 0 0 0 {PHALANX - 0.004} 0" mass="0.02"/>'
            + text
        )
    return text


def _thumb(prefix: str, mirror: int) -> str:
    s = -mirror
    return f"""<body name="thumb0" pos="{s * 0.04} 0.02 -0.005">
      <joint name="{prefix}thumb_cmc_abd" axis="0 {s} 0" range="-10 70"/>
      <joint name="{prefix}thumb_cmc_flex" axis="0 0 {s}" range="-40 40"/>
      <geom type="capsule" size="0.01" fromto="0 0 0 {s * 0.03} 0.01 -0.01" mass="0.03"/>
      <body name="thumb1" pos="{s * 0.035} 0.012 -0.012">
        <joint name="{prefix}thumb_mp_flex" axis="0 0 {s}" range="-10 70"/>
        <geom type="capsule" size="0.009" fromto="0 0 0 {s * 0.02} 0.02 -0.005" mass="0.02"/>
        <body name="thumb2" pos="{s * 0.022} 0.022 -0.006">
          <joint name="{prefix}thumb_ip_flex" axis="0 0 {s}" range="-10 70"/>
          <geom type="capsule" size="0.008" fromto="0 0 0 {s * 0.015} 0.018 -0.004" mass="0.015"/>
        </body></body></body>"""


def mapping_of(fingers=("index", "middle", "ring", "little"), thumb=True, wrist=False) -> dict:
    joints = [f"{f}_{part}" for f in fingers for part in ("mcp_abd", *FLEX)]
    if thumb:
        joints += ["thumb_cmc_abd", "thumb_cmc_flex", "thumb_mp_flex", "thumb_ip_flex"]
    if wrist:
        joints.append("wrist_flex")
    return {"prefix": "j_", "joints": {name: name for name in joints}}


TINY_URDF = """<robot name="claw">
  <link name="base"/>
  <link name="palm">{palm}</link>
  <joint name="mount" type="fixed"><parent link="base"/><child link="palm"/></joint>
  {chains}
</robot>"""


def _link(name: str, size: str, at: str) -> str:
    return f"""<inertial><origin xyz="{at}"/><mass value="0.05"/>
      <inertia ixx="1e-5" iyy="1e-5" izz="1e-5" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><origin xyz="{at}"/><geometry><box size="{size}"/></geometry></collision>
      <visual><origin xyz="{at}"/><geometry><box size="{size}"/></geometry></visual>"""


def tiny_urdf() -> str:
    """A claw of an index finger, a middle finger and a thumb, two hinges each."""
    chains = ""
    for digit, y, axis in (("ff", 0.02, "0 1 0"), ("mf", -0.02, "0 1 0"), ("th", 0.05, "0 0 -1")):
        for k, (parent, place) in enumerate((("palm", f"0.08 {y} 0"), (f"{digit}0", "0.04 0 0"))):
            link = _link(f"{digit}{k}", "0.038 0.014 0.014", "0.02 0 0")
            chains += f"""<link name="{digit}{k}">{link}</link>
              <joint name="{digit}_j{k}" type="revolute"><parent link="{parent}"/>
              <child link="{digit}{k}"/><origin xyz="{place}"/><axis xyz="{axis}"/>
              <limit lower="-0.2" upper="1.5" effort="1" velocity="1"/></joint>"""
    return TINY_URDF.format(palm=_link("palm", "0.08 0.08 0.02", "0.04 0 0"), chains=chains)


URDF_MAPPING = {
    "joints": {
        "index_mcp_flex": "ff_j0", "index_pip_flex": "ff_j1",
        "middle_mcp_flex": "mf_j0", "middle_pip_flex": "mf_j1",
        "thumb_mp_flex": "th_j0", "thumb_ip_flex": "th_j1",
    }
}  # fmt: skip
