"""One small class a sensor: its calibration, its error figures, and a simulator of itself."""
