"""How good the search of `sphlab best` is."""
