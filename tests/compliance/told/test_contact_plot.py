"""A contact's plot: all of it on the page, gaps and reflections included."""

import xml.etree.ElementTree as ET

import numpy as np

from prehensile.compliance.told.contact_plot import HEIGHT, WIDTH, contact_plot

SVG = "{http://www.w3.org/2000/svg}"


def test_lines_stay_on_the_page() -> None:
    t = np.linspace(-0.3, 0.2, 251)
    angle = 0.2 + 0.5 * t
    angle[10:30], angle[40] = np.nan, 30.0
    torque = np.maximum(t, 0.0)
    drawn = ET.fromstring(contact_plot(t, angle, torque, t, 0.2 + 0.5 * t, 0.2 + 0.4 * t))
    for path in drawn.findall(f"{SVG}polyline"):
        points = np.array([p.split(",") for p in path.attrib["points"].split()], float)
        assert (points >= 0).all() and (points <= [WIDTH, HEIGHT]).all()
    assert "nan" not in ET.tostring(drawn, "unicode")
