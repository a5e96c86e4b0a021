"""Neighbour lists of the same particles by us and by other libraries, timed in turns."""
