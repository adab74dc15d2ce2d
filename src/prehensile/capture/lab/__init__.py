"""The virtual lab: recordings whose truth is known, and which knows nothing of estimators."""
