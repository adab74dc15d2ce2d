"""Links, joints, the graph of a mechanism, its meshes and its clip."""
