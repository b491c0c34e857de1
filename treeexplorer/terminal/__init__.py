"""The terminal interface, on Textual; the words it shows come from below."""
