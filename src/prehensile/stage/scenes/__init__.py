"""One file per scene; the lazy table of them is in ``stage.scene_table``."""
