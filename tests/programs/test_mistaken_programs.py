"""Programs in another language, each with one mistake of the kind that students make."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.laws import batches
from treeexplorer.programs.runner import ProgramRunner
from treeexplorer.programs.trials import random_trees
from treeexplorer.programs.verification import Verification
from treeexplorer.programs.verify import verify_program
from treeexplorer.tree import DEFAULT_LEVELS

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

CHANGED = (
    ("$child, $alpha, $beta", "$child, -$INF, $beta", "other leaves"),
    ("if $alpha >= $beta", "if $maximizing && $alpha >= $beta", "only MAX tests"),
    ("$maximizing ? -$INF : $INF", "0", "wrong values"),
    ("!$maximizing", "$maximizing", "the player never changes"),
    ("eval($line), -$INF", "eval($line), 0", "α begins at 0"),
    ("$alpha = $v if $v > $alpha", "$alpha = $value", "MAX sets α to a smaller value, too"),
    ("$beta = $v if $v < $beta", "$beta = $value", "MIN sets β to a larger value, too"),
    ("$INF = 1e9", "$INF = 99", "a number that leaves go beyond stands for ∞"),
    ("$INF = 1e9", "$INF = 20", "a number that leaves go beyond stands for ∞"),
    ("-$INF : $INF", "-99 : 99", "v starts at a number that leaves go beyond"),
    ("-$INF : $INF", "$INF : -$INF", "v starts at the wrong infinity"),
    ("$line), -$INF, $INF", "$line), -50, 50", "it begins with a window that leaves lie beyond"),
    ("last if $alpha >= $beta", "last if $alpha == $beta", "it cuts where α = β alone"),
    ("last if $alpha >= $beta;", "", "nothing is ever cut off"),
)


def tried_in_perl(tmp_path: Path, text: str) -> Verification:
    perl = shutil.which("perl")
    if perl is None:
        pytest.skip("there is no perl here")
    file = tmp_path / "search.pl"
    file.write_text(text)
    with ProgramRunner([perl, str(file)], batch=True) as program:
        return verify_program(program, trees=random_trees(60, 0, DEFAULT_LEVELS), text=text)


@pytest.mark.parametrize(("old", "new", "words"), batches(len(CHANGED), CHANGED))
def test_a_mistake_in_another_language_is_named(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    assert old in PERL
    result = tried_in_perl(tmp_path, PERL.replace(old, new))
    assert not result.right
    assert words in [result.layer, *(mistake.words for mistake in result.mistakes)] or any(
        words in mistake.words for mistake in result.mistakes
    ), result.text()
    if words in {mistake.words for mistake in result.mistakes if "loop" in mistake.listing}:
        assert result.mistakes[0].listing == "the form with one loop"
        assert result.mistakes[0].words == words


def test_another_language_without_a_mistake_is_right(tmp_path: Path) -> None:
    result = tried_in_perl(tmp_path, PERL)
    assert result.layer == "right", result.text()
