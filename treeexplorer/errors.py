"""The one base of every error that this package raises about what it is given."""

from __future__ import annotations


class TreeexplorerError(ValueError):
    """Something given to the program is wrong; the message is a sentence for a person."""
