"""What stands on the screen: pure functions from a view, a width and a height to lines."""
