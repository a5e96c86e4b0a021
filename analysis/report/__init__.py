"""A site of recorded runs for a browser: pages, data and plots in files that need no server."""
