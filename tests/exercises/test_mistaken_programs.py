"""Programs as students write them, each with one classic mistake, are named rightly."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from treeexplorer.exercises.programs import ProgramRunner
from treeexplorer.exercises.trials import random_trees
from treeexplorer.exercises.verify import (
    Verification,
    VerificationError,
    verification_of,
    verify,
)
from treeexplorer.tree import DEFAULT_LEVELS

TWO_BRANCHES = """
import math

leaves = []

def alphabeta(node, alpha, beta, maximizing):
    if not isinstance(node, list):
        leaves.append(node)
        return node
    if maximizing:
        v = -math.inf
        for child in node:
            v = max(v, alphabeta(child, alpha, beta, False))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    else:
        v = math.inf
        for child in node:
            v = min(v, alphabeta(child, alpha, beta, True))
            beta = min(beta, v)
            if alpha >= beta:
                break
        return v

def answer(tree):
    leaves.clear()
    return alphabeta(tree, -math.inf, math.inf, True), list(leaves)
"""

NEGAMAX = """
import math

leaves = []

def negamax(node, alpha, beta, colour):
    if not isinstance(node, list):
        leaves.append(node)
        return colour * node
    v = -math.inf
    for child in node:
        v = max(v, -negamax(child, -beta, -alpha, -colour))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v

def answer(tree):
    leaves.clear()
    return negamax(tree, -math.inf, math.inf, 1), list(leaves)
"""

GLOBAL = """
import math

leaves = []
ALPHA, BETA = -math.inf, math.inf

def alphabeta(node, alpha, beta, maximizing):
    global ALPHA, BETA
    if not isinstance(node, list):
        leaves.append(node)
        return node
    v = -math.inf if maximizing else math.inf
    for child in node:
        value = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            v = max(v, value)
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v

def answer(tree):
    global ALPHA, BETA
    ALPHA, BETA = -math.inf, math.inf
    leaves.clear()
    return alphabeta(tree, -math.inf, math.inf, True), list(leaves)
"""

# The program, what is changed in it (old, new), and a word of the mistake that must be named.
CHANGED: tuple[tuple[str, tuple[tuple[str, str], ...], str], ...] = (
    (
        TWO_BRANCHES,
        (
            ("child, alpha, beta, False", "child, -math.inf, beta, False"),
            ("child, alpha, beta, True", "child, -math.inf, beta, True"),
        ),
        "α is not handed down",
    ),
    (
        TWO_BRANCHES,
        (
            ("child, alpha, beta, False", "child, alpha, math.inf, False"),
            ("child, alpha, beta, True", "child, alpha, math.inf, True"),
        ),
        "β is not handed down",
    ),
    (
        TWO_BRANCHES,
        (
            ("child, alpha, beta, False", "child, alpha, math.inf, False"),
            ("child, alpha, beta, True", "child, -math.inf, beta, True"),
        ),
        "no deep cut-offs",
    ),
    (
        TWO_BRANCHES,
        (
            ("child, alpha, beta, False", "child, beta, alpha, False"),
            ("child, alpha, beta, True", "child, beta, alpha, True"),
        ),
        "not swapped",
    ),
    (NEGAMAX, (("-beta, -alpha", "-alpha, -beta"),), "not swapped"),
    (NEGAMAX, (("-beta, -alpha", "beta, alpha"),), "swapped but not negated"),
    (NEGAMAX, (("-beta, -alpha", "alpha, beta"),), "neither swapped nor negated"),
    (
        TWO_BRANCHES,
        (("beta = min(beta, v)\n            if alpha >= beta:\n                break",
          "beta = min(beta, v)"),),
        "only MAX tests",
    ),
    (
        TWO_BRANCHES,
        (("alpha = max(alpha, v)\n            if alpha >= beta:\n                break",
          "alpha = max(alpha, v)"),),
        "only MIN tests",
    ),
    (
        TWO_BRANCHES,
        (("alpha, v)\n            if alpha >= beta", "alpha, v)\n            if alpha > beta"),),
        "MAX cuts only when α > β",
    ),
    (
        TWO_BRANCHES,
        (("beta, v)\n            if alpha >= beta", "beta, v)\n            if alpha > beta"),),
        "MIN cuts only when α > β",
    ),
    (TWO_BRANCHES, (("if alpha >= beta", "if alpha + 1 >= beta"),), "α + 1 ≥ β"),
    (TWO_BRANCHES, (("if alpha >= beta", "if alpha <= beta"),), "wrong way round"),
    (TWO_BRANCHES, (("v = -math.inf", "v = 0"), ("v = math.inf", "v = 0")), "v starts at 0"),
    (
        TWO_BRANCHES,
        (("v = math.inf", "v = -math.inf"), ("v = min(v,", "v = max(v,")),
        "MIN keeps the largest",
    ),
    (
        TWO_BRANCHES,
        (("v = -math.inf", "v = math.inf"), ("v = max(v,", "v = min(v,")),
        "MAX keeps the smallest",
    ),
    (TWO_BRANCHES, (("beta = min(beta, v)", "alpha = v"),), "one of α and β is never moved"),
    (TWO_BRANCHES, (("beta = min(beta, v)", "pass"),), "one of α and β is never moved"),
    (TWO_BRANCHES, (("alpha = max(alpha, v)", "pass"),), "one of α and β is never moved"),
    (TWO_BRANCHES, (("break", "continue"),), "the test or its break is missing"),
    (TWO_BRANCHES, (("return v", "return alpha"),), "α is returned instead of v"),
    (TWO_BRANCHES, (("return v", "return beta"),), "β is returned instead of v"),
    (TWO_BRANCHES, (("in node", "in node[:-1] or node"),), "last of several"),
    (TWO_BRANCHES, (("in node", "in node[1:] or node"),), "first of several"),
    (
        TWO_BRANCHES,
        (
            ("alpha = max(alpha, v)\n            if alpha >= beta:\n                break",
             "if alpha >= beta:\n                break\n            alpha = max(alpha, v)"),
            ("beta = min(beta, v)\n            if alpha >= beta:\n                break",
             "if alpha >= beta:\n                break\n            beta = min(beta, v)"),
        ),
        "one child too late",
    ),
    (
        GLOBAL,
        (
            ("child, alpha, beta, not", "child, ALPHA, beta, not"),
            ("alpha = max(alpha, v)", "ALPHA = max(ALPHA, v)"),
            ("if alpha >= beta", "if ALPHA >= beta"),
        ),
        "only one α for the whole search",
    ),
    (
        GLOBAL,
        (
            ("child, alpha, beta, not", "child, alpha, BETA, not"),
            ("beta = min(beta, v)", "BETA = min(BETA, v)"),
            ("if alpha >= beta", "if alpha >= BETA"),
        ),
        "only one β for the whole search",
    ),
    (
        GLOBAL,
        (
            ("alpha = max(alpha, v)", "ALPHA = max(ALPHA, v)"),
            ("beta = min(beta, v)", "BETA = min(BETA, v)"),
            ("if alpha >= beta", "if ALPHA >= BETA"),
        ),
        "one α and one β",
    ),
)  # fmt: skip


def changed(text: str, changes: tuple[tuple[str, str], ...]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def function(text: str) -> Any:
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102 - the program of a student
    return names["answer"]


@pytest.mark.parametrize(("text", "changes", "word"), CHANGED, ids=[case[2] for case in CHANGED])
def test_a_students_mistake_is_named(
    text: str, changes: tuple[tuple[str, str], ...], word: str
) -> None:
    with pytest.raises(VerificationError) as caught:
        verify(function(changed(text, changes)), trials=60)
    named = [mistake.words for mistake in caught.value.verification.mistakes]
    assert any(word in words for words in named), caught.value
    assert len(named) <= 3


@pytest.mark.parametrize("text", [TWO_BRANCHES, NEGAMAX, GLOBAL])
@pytest.mark.parametrize("test", [">=", ">"])
def test_programs_without_a_mistake_are_not_blamed(text: str, test: str) -> None:
    assert verify(function(text.replace("alpha >= beta", f"alpha {test} beta"))).right


PERL = r"""
use strict;
$| = 1;
my $INF = 1e9;
my @told;
sub search {
    my ($node, $alpha, $beta, $maximizing) = @_;
    unless (ref $node) { push @told, $node; return $node; }
    my $v = $maximizing ? -$INF : $INF;
    for my $child (@$node) {
        my $value = search($child, $alpha, $beta, !$maximizing);
        if ($maximizing) {
            $v = $value if $value > $v;
            $alpha = $v if $v > $alpha;
        } else {
            $v = $value if $value < $v;
            $beta = $v if $v < $beta;
        }
        last if $alpha >= $beta;
    }
    return $v;
}
while (my $line = <STDIN>) {
    @told = ();
    my $value = search(eval($line), -$INF, $INF, 1);
    print "$value @told\n";
}
"""

PERL_CHANGED: tuple[tuple[tuple[tuple[str, str], ...], str], ...] = (
    ((("$child, $alpha, $beta", "$child, -$INF, $beta"),), "α is not handed down"),
    ((("$child, $alpha, $beta", "$child, $alpha, $INF"),), "β is not handed down"),
    ((("if $alpha >= $beta", "if $maximizing && $alpha >= $beta"),), "only MAX tests"),
    ((("$maximizing ? -$INF : $INF", "0"),), "v starts at 0"),
    ((("if $alpha >= $beta", "if $alpha + 1 >= $beta"),), "α + 1 ≥ β"),
)


def tried_in_perl(tmp_path: Path, text: str) -> Verification:
    perl = shutil.which("perl")
    if perl is None:
        pytest.skip("there is no perl here")
    file = tmp_path / "search.pl"
    file.write_text(text)
    with ProgramRunner([perl, str(file)], batch=True) as program:
        return verification_of(program, trees=random_trees(60, 0, DEFAULT_LEVELS))


@pytest.mark.parametrize(("changes", "word"), PERL_CHANGED, ids=[case[1] for case in PERL_CHANGED])
def test_a_mistake_in_another_language_is_named(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], word: str
) -> None:
    result = tried_in_perl(tmp_path, changed(PERL, changes))
    assert not result.right
    assert any(word in mistake.words for mistake in result.mistakes), result.text()


def test_another_language_without_a_mistake_is_right(tmp_path: Path) -> None:
    result = tried_in_perl(tmp_path, PERL)
    assert result.right, result.text()
    assert result.tells_leaves
