"""The styles of a drawing's roles, from theme variables, so that every theme works."""

from __future__ import annotations

from typing import Final

from treeexplorer.drawing.runs import Role

PREFIX: Final = "role--"

ROLE_CLASSES: Final = frozenset(PREFIX + role.value for role in Role)

ROLE_STYLES: Final = """
    & > .role--max { color: $text-primary; text-style: bold; }
    & > .role--min { color: $text-warning; text-style: bold; }
    & > .role--chance { color: $text-success; text-style: bold; }
    & > .role--unread { text-style: dim; }
    & > .role--unseen { text-style: dim; }
    & > .role--skipped { text-style: dim; }
    & > .role--unknown { color: $text-accent; text-style: italic; }
    & > .role--leaf { text-style: bold; }
    & > .role--value { color: $text-success; text-style: bold; }
    & > .role--bound { color: $text-success; }
    & > .role--window { text-style: dim; }
    & > .role--news { text-style: bold reverse; }
    & > .role--current { color: $text-accent; text-style: bold; }
    & > .role--cursor { text-style: reverse; }
    & > .role--edge { text-style: dim; }
    & > .role--path { text-style: bold; }
    & > .role--cut { color: $text-error; text-style: bold; }
    & > .role--dotted { text-style: dim; }
    & > .role--principal { color: $text-success; text-style: bold; }
    & > .role--tie { color: $text-success; }
    & > .role--probability { text-style: italic; }
    & > .role--claim { text-style: italic; }
    & > .role--elided { text-style: dim; }
    & > .role--folded { color: $text-secondary; }
    & > .role--title { text-style: bold; }
"""
"""Textual CSS to be put into a widget's own rule."""
