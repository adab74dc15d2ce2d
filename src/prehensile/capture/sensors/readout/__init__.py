"""From what sensors read back to angles, newtons and grasps; the simulators know none of it."""
