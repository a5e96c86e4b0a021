"""Results of other tools, Google Benchmark and nvbench, for compare and gate (docs/gate.md)."""
