# /// script
# dependencies = ["prehensile[all]"]
# ///
"""How soft is a hand: compliances, a reference trajectory and a report from one recording."""

from pathlib import Path

import numpy as np

from prehensile.capture.lab.session import lab_session
from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.model.compliant_hand import Place, endpoint_compliance
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.told.reference import reference_trajectory
from prehensile.compliance.told.report import write_report
from prehensile.hand.compliance import HandCompliance

# Somebody touches a plate ten times; a device of your own would do: Recording.load("take.h5").
recording, truth = lab_session("explore", seed=0, contacts=10)
folder = Path("out")
folder.mkdir(exist_ok=True)

# What the joints' springs must be for the hand to have bent as it did.
session = session_of(recording)
estimate = estimate_compliance(session)
low, high = estimate.interval(0.9).T
for k, name in enumerate(estimate.joints):
    told = estimate.reason[k] or f"{estimate.compliance[k]:.2f} ({low[k]:.2f} to {high[k]:.2f})"
    print(f"{name}: {told}; true {truth.compliance[name]:.2f} rad/Nm")

# Kept for other programs, and for people.
hand_json = estimate.hand_compliance().save(folder / "hand.json")
print("a page to read:", write_report(estimate, folder / "report.html"))

# Where the finger would have gone had there been no plate.
compliance = HandCompliance.load(hand_json)
reference = reference_trajectory(session, compliance)
print("a clip to play:", reference.save(folder / "reference.npz"))

# How far a push of one newton moves the fingertip, and which way it is softest.
touched = recording.contacts[0]
tip = Place(touched.segment, touched.point)
G = endpoint_compliance(session.hand, session.hand.spec.rest, tip, compliance)
size, ways = np.linalg.eigh(G)
print(f"softest along {ways[:, -1].round(2)}: {1e3 * size[-1]:.0f} mm/N")
