"""What people do with a tree: check answers, fill in a worksheet, predict, solve for unknowns."""
