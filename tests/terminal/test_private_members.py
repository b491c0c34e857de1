"""Nothing in the terminal uses a private member of Textual."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import treeexplorer.terminal

FOLDER = Path(treeexplorer.terminal.__file__).parent
MODULES = sorted(FOLDER.rglob("*.py"))


def private_uses(module: Path) -> Iterator[str]:
    """Yield the private members that a module uses of anything but its own objects."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    # Every named tuple has _replace, so that no field hides it; os._exit is public.
    own = {"_replace", "_exit"}
    own |= {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    own |= {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    own |= {
        node.target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            if not node.attr.startswith("__") and node.attr not in own:
                yield f"{module.name}:{node.lineno} {node.attr}"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual"):
            parts = (node.module or "").split(".")
            if any(part.startswith("_") for part in parts):
                yield f"{module.name}:{node.lineno} {node.module}"


def test_no_private_member_of_textual_is_used() -> None:
    assert [use for module in MODULES for use in private_uses(module)] == []


def test_no_method_of_textual_that_is_private_is_overridden() -> None:
    from textual.app import App
    from textual.screen import Screen
    from textual.scroll_view import ScrollView

    private = {
        name
        for base in (App, Screen, ScrollView)
        for name in dir(base)
        if name.startswith("_") and not name.startswith("__")
    }
    defined = {
        f"{module.name}: {node.name}"
        for module in MODULES
        for each in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(each, ast.ClassDef) and each.bases
        for node in each.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in private
    }
    assert defined == set()
