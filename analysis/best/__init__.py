"""What `sphlab best` has found, and how good its search is."""
