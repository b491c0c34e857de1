"""Changes trees: edits, their history, what they did to the search, and saving them."""
