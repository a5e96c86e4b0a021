"""Figures, tables and verdicts from sphlab's recorded runs: python -m analysis --help."""
