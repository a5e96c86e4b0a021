"""Record files, line by line: how records are laid out in a file, and read back."""
