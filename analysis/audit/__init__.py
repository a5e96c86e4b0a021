"""The gate, gated: duels of which it is known who should win, and how often the gate is wrong."""
