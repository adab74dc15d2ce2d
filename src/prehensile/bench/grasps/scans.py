"""The 24 scanned household things: what they weigh, and where a person takes them.

Google Scanned Objects (Downs et al. 2022, CC BY 4.0). Masses [kg] are what such things weigh, by
their material and volume, or by the maker's data sheet. Regions were laid over projections of the
meshes; millimetres, in the frame of the file.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from prehensile.bench.grasps.box import Boxes, millimetres, ring
from prehensile.bench.grasps.thing import Thing
from prehensile.reference_data import reference_data
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object
from prehensile.world.things.joined import Mesh


class Scan(NamedTuple):
    """One file."""

    folder: str
    mass: float
    """[kg]"""
    part: str = ""
    handle: Boxes = ()

    @property
    def thing(self) -> Thing:
        """As the list has it."""
        load = partial(scanned, self.folder, self.mass)
        return Thing(self.folder, load, partial(seen, _file(self.folder)), self.part, self.handle)


def scanned(folder: str, mass: float) -> Object:
    """The object of a file, as the command would read it with ``--mass``."""
    return load_object(reference_data("objects", *_file(folder)), mass=mass)


def seen(file: tuple[str, ...]) -> Mesh:
    """The triangles of a file of ``objects``, closed or not."""
    import trimesh  # here: it takes 0.2 s to load

    path = reference_data("objects", *file)
    found = trimesh.load(path, process=False, force="mesh", skip_materials=True)
    assert isinstance(found, trimesh.Trimesh)
    return np.array(found.vertices), np.array(found.faces, dtype=np.int32)


def _file(folder: str) -> tuple[str, ...]:
    return "scanned", folder, "model.obj"


DEVELOPMENT = (
    Scan("ACE_Coffee_Mug_Kristen_16_oz_cup", 0.42, "handle", (
        millimetres(26, -14, 14, 67, 17, 126),
    )),
    Scan("BUNNY_RATTLE", 0.05, "ring", (  # without head, ears and the cloth that is tied to it
        millimetres(-43, 2, 8, -14, 43, 68),
        millimetres(4, 6, 8, 33, 43, 68),
        millimetres(-36, 5, -2, 26, 43, 24),
    )),
    Scan("BlueBlack_Nintendo_3DSXL", 0.336),
    Scan("Chefmate_8_Frypan", 0.55, "handle", (millimetres(26, -18, 5, 182, 30, 60),)),
    Scan("Cole_Hardware_Mini_Honey_Dipper", 0.008, "stem", (millimetres(-9, -9, 28, 9, 9, 113),)),
    Scan("Crosley_Alarm_Clock_Vintage_Metal", 0.35),
    Scan("Ecoforms_Cup_B4_SAN", 0.07),
    Scan("JBL_Charge_Speaker_portable_wireless_wired_Green", 0.57),
    Scan("Kong_Puppy_Teething_Rubber_Small_Pink", 0.05),
    Scan("Pony_C_Clamp_1440", 0.64, "frame or bar", (  # not the turning handle at its end
        millimetres(-76, -96, -3, 104, -44, 30),
        millimetres(-78, -60, -3, -42, 27, 30),
        millimetres(62, -80, -3, 104, 42, 30),
        millimetres(-60, 2, -3, 72, 42, 30),
    )),
    Scan("Room_Essentials_Salad_Plate_Turquoise", 0.45, "rim", ring(0.076, 0.114, 0.002, 0.032)),
    Scan("Schleich_Bald_Eagle", 0.04),
)  # fmt: skip
"""To develop on"""

JUDGED = (
    Scan("Aroma_Stainless_Steel_Milk_Frother_2_Cup", 0.55, "handle", (
        millimetres(14, -76, 24, 58, -24, 140),
    )),
    Scan("Cole_Hardware_School_Bell_Solid_Brass_38", 0.35, "stem", (
        millimetres(-19, -19, 63, 19, 19, 163),
    )),
    Scan("Seagate_1TB_Backup_Plus_portable_drive_Blue", 0.15),
    Scan("Focus_8643_Lime_Squeezer_10x35x188_Enamelled_Aluminum_Light", 0.20, "handles", (
        millimetres(-166, -56, -3, -66, 42, 46),
        millimetres(66, -56, -3, 180, 40, 46),
    )),
    Scan("Diamond_Visions_Scissors_Red", 0.065, "rings", (millimetres(-23, 20, -3, 61, 104, 19),)),
    Scan("Razer_Abyssus_Ambidextrous_Gaming_Mouse", 0.10),
    Scan("Threshold_Bead_Cereal_Bowl_White", 0.48, "rim", ring(0.058, 0.090, 0.030, 0.075)),
    Scan("Weston_No_22_Cajun_Jerky_Tonic_12_fl_oz_nLj64ZnGwDh", 0.60),
    Scan("Perricone_MD_No_Lipstick_Lipstick", 0.06),
    Scan("SNAIL_MEASURING_TAPE", 0.20),
    Scan("Threshold_Porcelain_Spoon_Rest_White", 0.43, "rim", (  # of the bowl, and its arched neck
        millimetres(-121, -63, 20, -95, 63, 60),
        millimetres(-100, -63, 20, 0, -36, 62),
        millimetres(-100, 36, 20, 0, 63, 62),
        millimetres(0, -50, 30, 121, 50, 76),
        millimetres(85, -34, -2, 121, 34, 40),
    )),
    Scan("Shurtape_Gaffers_Tape_Silver_2_x_60_yd", 1.05, "ring", (  # the whole of it is one
        *ring(0.036, 0.080, -0.002, 0.054),
    )),
)  # fmt: skip
"""To judge by"""
