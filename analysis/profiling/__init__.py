"""Counters of a profiler beside the records: what Nsight Compute saw of the stages recorded."""
