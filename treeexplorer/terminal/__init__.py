"""The Textual interface: everything that is looked at and pressed."""
