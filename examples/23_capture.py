# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Record an interaction without a device: the virtual lab, its recording, and its truth."""

from pathlib import Path

from prehensile.capture.lab.session import lab_session, write_session
from prehensile.capture.lab.truth import Truth
from prehensile.capture.recording.recording import Recording

# Somebody touches a plate three times, watched by markers and a force sensor on a plank.
session = lab_session("explore", seed=0, contacts=3, sensors=["markers", "torque_arm"])
folder = Path("out")
folder.mkdir(exist_ok=True)
kept, hidden = write_session(session, folder)

# What a stranger would have: streams, each by its own clock.
recording = Recording.load(kept)
for stream in recording.streams:
    clock = recording.clock(stream.name)
    print(f"{stream.name}: {stream.kind} [{stream.unit}] at {stream.measured_rate:.0f} Hz", clock)

# As a clip, for everything that takes clips: joint angles fitted to the markers, forces beside.
clip = recording.clip()
print(clip, f"up to {clip.finger_force.max():.2f} N")

# What only the lab knows: how soft the finger was, and when it touched.
truth = Truth.load(hidden)
print(f"index MCP: {truth.compliance['index_mcp_flex']:.2f} rad/Nm")
print("touched at", [f"{touch.onset:.3f} s" for touch in truth.touches])
