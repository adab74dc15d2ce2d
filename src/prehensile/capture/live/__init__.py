"""Recording while it happens, and playing a recording as if it did."""
