"""Rules: their values and spellings, where they come from, and the other conventions."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any, get_args

import pytest

from treeexplorer import rules as rules_module
from treeexplorer.course_file import find_course
from treeexplorer.notation import parse
from treeexplorer.rules import (
    ALGORITHMS,
    CONVENTIONS,
    CUTOFFS,
    DRAWN_ORDERS,
    FAILS,
    FORMS,
    WINDOWS,
    OrderName,
    Rules,
    RulesError,
    alternatives,
    changed,
    list_confusable_levels,
    list_rule_values,
    parse_rule,
    resolve,
    title_of,
)
from treeexplorer.tree import Player


def test_stronger_layers_win_and_are_named() -> None:
    resolved = resolve(
        [
            ("course file", {"cutoff": ">", "fail": "hard"}),
            ("file", {"cutoff": ">="}),
            ("option", {"order": "right-to-left"}),
        ]
    )
    assert (resolved.rules.cutoff, resolved.rules.fail) == (">=", "hard")
    origins = [resolved.origins[rule] for rule in ("cutoff", "fail", "order", "window")]
    assert origins == ["file", "course file", "option", "built in"]


def test_a_course_files_cut_test_gives_way_to_a_printed_form() -> None:
    layers = [("course file", {"cutoff": ">"}), ("option", {"form": "bounds"})]
    assert resolve(layers).rules.strict


# -- values and their spellings ----------------------------------------------------------------


def test_the_table_holds_every_value() -> None:
    assert list_rule_values("algorithm") == ALGORITHMS
    assert list_rule_values("form") == FORMS
    assert list_rule_values("cutoff") == CUTOFFS
    assert list_rule_values("fail") == FAILS
    assert list_rule_values("order") == get_args(OrderName)
    assert list_rule_values("windows") == WINDOWS
    assert {each.name for each in CONVENTIONS} == set(Rules.__dataclass_fields__)
    assert title_of("cutoff", ">") == "cut only when α > β"


@pytest.mark.parametrize(
    ("name", "spelling", "value"),
    [
        (each.name, spelling, known.value)
        for each in CONVENTIONS
        for known in each.values
        for spelling in (known.value, known.title, known.title.upper(), *known.aliases)
    ],
)
def test_whatever_the_program_prints_is_understood_everywhere(
    tmp_path: Path, name: str, spelling: str, value: str
) -> None:
    given: Any = {name: spelling}
    assert getattr(Rules(**given), name) == value
    assert resolve([("option", given)]).rules == Rules(**given)
    file = tmp_path / "treeexplorer.toml"
    file.write_text(f'{name} = "{spelling}"', encoding="utf-8")
    assert find_course(file).rules == {name: value}
    assert getattr(parse(f"@{name} {spelling}\n[1 2]").directives, name) == value


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("cutoff", "<", "cutoff takes >= or >, not “<”"),
        ("cutoff", None, "cutoff takes >= or >"),
        ("fail", "medium", "fail takes soft or hard, not “medium”"),
        ("fail", True, "fail takes soft or hard, not “True”"),
        ("algorithm", "alfabeta", "did you mean alphabeta?"),
        ("form", "clasic", "did you mean classic?"),
        ("order", "x" * 500_000, "not “xxxx"),
        ("depth", 0, "1 or more"),
        ("depth", 2.5, "1 or more"),
        ("window", (3, 1), "must be smaller"),
        ("window", (1, float("nan")), "not a number"),
        ("window", (1, 10**400), "a number has at most 300 digits"),
        ("window", "1 " + "9" * 200_000, "a number has at most 300 digits"),
        ("levels", "", "takes the players"),
        ("levels", (), "takes the players"),
    ],
)
def test_other_values_are_refused_with_the_valid_ones(name: str, value: Any, said: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules(**{name: value})
    assert said in str(error.value)
    assert len(str(error.value)) < 300


def test_numbers_and_players_may_be_written_as_texts_or_as_values() -> None:
    for window in ("(1, 2)", "1 2", "1,2", [1, "2"], (1, 2)):
        assert parse_rule("window", window) == (1, 2)
    assert parse_rule("levels", "▽, ▲") == parse_rule("levels", ["MIN", "max"])
    assert parse_rule("levels", "min max") == (Player.MIN, Player.MAX)
    assert parse_rule("depth", "3") == 3


def test_the_examples_of_the_docstrings_run() -> None:
    assert doctest.testmod(rules_module).failed == 0


# -- other conventions -------------------------------------------------------------------------


def test_the_alternatives_are_every_other_combination_the_nearest_first() -> None:
    stated = Rules(cutoff=">")
    found = alternatives(stated)
    assert stated not in found
    assert len(found) == len(set(found)) == 2 * 2 * 2 + 2 * 3 - 1
    distances = [len(changed(each, stated)) for each in found]
    assert distances == sorted(distances)
    assert {each.order for each in found} == set(DRAWN_ORDERS)
    with_more = alternatives(
        stated,
        algorithms=["minimax"],
        levels=list_confusable_levels(stated.levels, has_chance_nodes=False),
    )
    assert len(with_more) == 2 * (len(found) + 2) - 1
    assert len(alternatives(stated, windows=True)) == 2 * len(found) + 1


def test_other_levels_are_another_first_player_and_a_forgotten_chance_level() -> None:
    most, least, chance = Player.MAX, Player.MIN, Player.CHANCE
    assert list_confusable_levels((most, least), has_chance_nodes=False) == ((least, most),)
    assert (most, chance, least, chance) in list_confusable_levels(
        (most, least), has_chance_nodes=True
    )
    assert (most, least) in list_confusable_levels(
        (most, chance, least, chance), has_chance_nodes=True
    )
    assert list_confusable_levels((chance,), has_chance_nodes=True) == ()
