"""Neighbour lists of the same particles by this laboratory and by other libraries, timed in turns."""
