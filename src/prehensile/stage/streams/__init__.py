"""What live streams show, as things to draw."""
