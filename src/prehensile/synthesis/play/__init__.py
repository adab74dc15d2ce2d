"""A hand among objects, played along a reference: from a clip, or as poses come."""
