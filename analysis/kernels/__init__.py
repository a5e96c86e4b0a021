"""Kernels as their compilers made them, without a GPU: resources and machine code of packs.

Needs Python's standard library alone, so that a build can call it: python -m analysis.kernels.
"""
