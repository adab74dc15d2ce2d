"""What is held: mesh, convex parts, mass."""
