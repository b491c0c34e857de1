"""An app that shows nested lists with Textual's own tree widget, to compare with.

``python -m tests.benchmarks.tree_app FILE``: the file holds nested lists of numbers as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from textual.app import App, ComposeResult
from textual.widgets import Footer, Tree


class TreeApp(App[None]):
    """Shows the lists of a file, the root open."""

    def compose(self) -> ComposeResult:
        """Build the tree, node by node."""
        nested = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
        tree: Tree[None] = Tree("opened")
        todo: list[tuple[Any, Any]] = [(tree.root, nested)]
        while todo:
            node, children = todo.pop()
            for child in children:
                if isinstance(child, list):
                    todo.append((node.add("node"), child))
                else:
                    node.add_leaf(str(child))
        tree.root.expand()
        yield tree
        yield Footer()


if __name__ == "__main__":
    TreeApp().run()
