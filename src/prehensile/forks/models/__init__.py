"""Where mechanisms come from: shipped ones, a hand, MJCF and URDF."""
