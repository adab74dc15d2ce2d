"""Clips for other programs: GLB, a page that plays offline, video, OBJ."""
