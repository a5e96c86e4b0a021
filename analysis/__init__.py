"""Figures and tables from sphlab's recorded runs: python -m analysis --help."""
