"""The registry of actions: complete, documented, without clashes."""

from __future__ import annotations

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
