"""A person's own program: run within limits, tried on many trees, its mistakes named."""
