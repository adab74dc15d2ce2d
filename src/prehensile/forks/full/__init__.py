"""The same mechanism in MuJoCo."""
