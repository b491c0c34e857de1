"""The commands, one module each; heavy imports stand inside their functions."""
