"""How good is it? Measures of a grasp, and verdicts on clips, from contacts alone."""
