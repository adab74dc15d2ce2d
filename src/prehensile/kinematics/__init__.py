"""Forward kinematics: arrays in, arrays out."""
