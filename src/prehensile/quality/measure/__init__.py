"""The mathematics of a grasp: contacts as arrays in, figures out."""
