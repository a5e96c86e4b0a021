"""What `sphlab verify --output` wrote: read, checked and drawn."""
