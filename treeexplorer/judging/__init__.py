"""What is known of a claim: facts, findings, the one judge, what follows from a mistake."""
