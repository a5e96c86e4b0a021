"""Snapshots of other programs as particle files, which sphlab reads."""
