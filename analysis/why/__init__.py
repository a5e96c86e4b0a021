"""What a recorded variant waits for, and why it is faster than another (docs/why.md)."""
