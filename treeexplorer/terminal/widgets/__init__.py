"""The widgets of our own."""
