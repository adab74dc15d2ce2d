"""Our own O(n) articulated-body step, to compare with."""
