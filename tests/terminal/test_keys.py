"""The registry of actions: complete, documented, without clashes."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import get_args

import pytest

from treeexplorer.terminal.keys import GROUPS, Scope, action, actions, bindings, keys_shown, shown


@pytest.mark.parametrize("scope", get_args(Scope))
def test_no_key_does_two_things_on_one_screen(scope: str) -> None:
    keys = Counter(
        key for found in actions().values() if found.scope == scope for key in found.keys
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_action_says_what_it_does_in_words() -> None:
    for found in actions().values():
        assert found.title
        assert found.description
        assert found.group in GROUPS
        assert not found.shares_line_with or found.shares_line_with in actions()


def test_every_action_with_keys_is_bound_under_its_id() -> None:
    bound = {binding.id for scope in get_args(Scope) for binding in bindings(scope)}  # type: ignore[union-attr]  # bindings() returns Binding objects
    assert bound == {found.id for found in actions().values() if found.keys}


def test_keys_are_shown_as_they_are_bound() -> None:
    step = actions()["next"]
    assert keys_shown(step) == ["space", "→", "PgDn"]
    assert keys_shown(step, {"next": "ctrl+n,m"}) == ["ctrl+n", "m"]
    assert shown("question_mark") == "?"
    assert shown("plus") == "+"


def test_two_actions_cannot_have_one_id() -> None:
    with pytest.raises(ValueError, match="two actions called next"):
        action("next", "", "again", group="Step")(lambda _: None)


def test_an_action_belongs_to_a_group_that_help_lists() -> None:
    with pytest.raises(ValueError, match="no group"):
        action("nowhere", "", "nowhere", group="Nowhere")(lambda _: None)


def printed_by(program: str) -> str:
    """Return what a program prints in an interpreter of its own."""
    arguments = [sys.executable, "-c", program]
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.strip()


def test_the_gallery_is_painted_without_the_search_or_the_grammar() -> None:
    program = (
        "import sys\n"
        "from treeexplorer.terminal.keys import bindings, found\n"
        "import treeexplorer.terminal.app, treeexplorer.terminal.screens.gallery as gallery\n"
        "assert bindings('gallery')\n"
        "for name in gallery.FOOTER: found(name)\n"
        "print([m for m in ('lark', 'treeexplorer.engine', 'treeexplorer.exercises') "
        "if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_every_key_of_the_gallery_is_bound_before_the_other_actions_are_loaded() -> None:
    program = (
        "from treeexplorer.terminal.keys import actions, bindings\n"
        "before = {binding.id for binding in bindings('gallery')}\n"
        "after = {one.id for one in actions().values() if one.scope == 'gallery' and one.keys}\n"
        "print(sorted(after - before))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
