"""Least squares over points that were seen: keypoints, markers, bone lengths."""
