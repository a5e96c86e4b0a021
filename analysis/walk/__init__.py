"""Walks a page: runs the commands that it shows, in order, and records what each takes."""
