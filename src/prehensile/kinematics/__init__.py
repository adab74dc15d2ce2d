"""Forward kinematics, Jacobians and finger inverse kinematics: arrays in, arrays out."""
