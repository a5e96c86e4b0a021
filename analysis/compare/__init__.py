"""Base against candidate: which rows are faster, slower, the same, and how sure that is."""
