"""A Comparison for people and for machines."""
