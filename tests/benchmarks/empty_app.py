"""The peer of the explorer's first frame: an empty Textual app."""

from __future__ import annotations

from textual.app import App

if __name__ == "__main__":
    App[None]().run()
