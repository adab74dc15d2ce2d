"""How good is it? Measures of a grasp, from clips and contacts alone."""
