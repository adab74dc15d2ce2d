"""Where the numbers of one contact stand in what a contact sensor writes."""

FIELDS = ("FOUND", "FORCE", "DIST", "POS", "NORMAL", "TANGENT")
"""MuJoCo's names of what is asked for, in its order"""
FOUND, FORCE, DIST, POS, NORMAL, TANGENT = 0, 1, 4, 5, 8, 11
"""first number of each; forces are in the contact's own axes, normal first"""
WIDTH = 14
"""numbers of one contact"""
