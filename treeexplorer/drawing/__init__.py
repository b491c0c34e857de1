"""Trees as text: where every node stands, and what is written there at a step of a search."""
