"""The Python face of the native searches: limits, verdicts, progress."""
