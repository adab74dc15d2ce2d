"""Triangle meshes that somebody gives us, with the names their parts have in the file."""
