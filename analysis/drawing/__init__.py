"""What the figures share: page, bars, colours, captions."""
