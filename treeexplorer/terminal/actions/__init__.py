"""What can be done, a family of actions to a module; each registers itself when imported."""
