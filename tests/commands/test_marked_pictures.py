"""The published wrong answers, drawn as ``draw --claims`` prints them: each mark in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.calling import run

EXAMPLES = Path(__file__).parents[2] / "examples" / "8-wrong-answers-to-find"

EVERY_PLACE = """
@best B
@cuts none
(-inf,inf)3[A:(-inf,3)3[3 12 8] B:2[2 /4 /6 /...] C:(3,inf)14[14 (3,14)5 2]]
"""
MARKED = {
    "mixed-orders": """
                    ▲ A 3 ✓
                        │
      ┌─────────────────┼─────────────────┐
      │                 │                 │
  ▽ B ·             ▽ C ·             ▽ D ·
      │                 │                 │
┌─────┼─────┐     ┌─────┼╌╌╌╌╌┐     ┌╌╌╌╌╌┼─────┐
│     │     │     │     ╱ ✓   ╱ ✓   ╱ ✗   ╱ ↳   │
3     12    8     2     4     6     14    5     2
b1    b2    b3    c1    c2    c3    d1    d2    d3
""",
    "nothing-to-prune": """
                        ▲ A 6 ✓     nothing is cut off ↳
                            │
             ┌──────────────┴──────────────┐
             │                             │
         ▽ B 6 ✓                       ▽ C 1 ✓
             │                             │
      ┌──────┴───────┐              ┌──────┴───────┐
      │              │              │              │ ✗
  ▲ D ·          ▲ E ·          ▲ F ·          ▲ G ·
      │              │              │              │
   ┌──┴──┐        ┌──┴──┐        ┌──┴──┐        ┌──┴──┐
   │     │        │     │        │     │        │     │
   3     9        6     5        0     2        1     −1
   D0    D1       E0    E1       F0    F1       G0    G1
""",
    "temple-one-window": """
                                                     ▲ A 10 ✓    (−∞, +∞) ✓
                                                         │
                                   ┌─────────────────────┴─────────────────────┐
                                −∞ │ +∞ ✓                                   10 │ +∞ ✓
                               ▽ B 10 ✓                                    ▽ Q 4 ✓
                                   │                                           │
                  ┌────────────────┴────────────────┐                          │
               −∞ │ +∞ ✓                         −∞ │ 10 ✓                  10 │ +∞ ✓
              ▲ C 10 ✓                          ▲ J 14 ✓                   ▲ R 4 ✓
                  │                                 │                          │
        ┌─────────┴──────────┐                 ┌────┴╌╌╌╌┐           ┌─────────┴──────────┐
     −∞ │ +∞ ✓            10 │ +∞ ✓         −∞ │ 10 ✓    ╱ ✓      10 │ +∞ ✓            10 │ +∞ ✓
    ▽ D 10 ✓             ▽ G 9 ✓           ▽ K 14 ✓      ?       ▽ S 2 ✓              ▽ Y 4 ✓
        │                    │                 │         N           │                    │
   ┌────┴─────┐          ┌───┴╌╌╌╌┐       ┌────┴─────┐          ┌────┴─────┐          ┌───┴╌╌╌╌┐
−∞ │ +∞ ✓  −∞ │ 10 ✓  10 │ +∞ ✓   ╱ ✓  −∞ │ 10 ✓  −∞ │ 10 ✓  10 │ +∞ ✓  10 │ +∞ ✗  10 │ +∞ ✓   ╱ ✓
   10         11         9        ?       14         15         15         2          4        ?
   E          F          H        I       L          M          T          V          W        X
""",
    EVERY_PLACE: """
                     ▲ root 3 ✓     (−∞, +∞) ✓  nothing is cut off ✗  best move: B ✗
                           │
      ┌────────────────────┼───────────────────────┐
   −∞ │ 3 ✗                │                     3 │ +∞ ✓
  ▽ A 3 ✓              ▽ B 2 ✓                 ▽ C 14 ✗
      │                    │                       │
┌─────┼─────┐     ┌─────┬──┴╌╌┬╌╌╌╌╌╌┐     ┌───────┼────────┐
│     │     │     │     ╱ ✓   ╱ ✓    ╱ ✓   │     3 │ 14 ✓   │
3     12    8     2     4     6      …     14      5        2
""",
}


@pytest.mark.parametrize("answer", MARKED)
def test_a_wrong_answer_is_marked_where_it_was_written(answer: str) -> None:
    source = ("-e", answer) if "\n" in answer else (str(EXAMPLES / f"{answer}.tree"),)
    status, output, _ = run("draw", *source, "--claims")
    assert (status, output.rstrip("\n")) == (0, MARKED[answer].strip("\n"))


@pytest.mark.parametrize(("form", "slash"), [("svg", 'class="slash'), ("latex", "game slash={")])
def test_no_slash_is_drawn_where_one_is_missing(form: str, slash: str) -> None:
    missing, crossed = (
        run("export", str(EXAMPLES / f"{name}.tree"), "--to", form, "--claims")[1]
        for name in ("nothing-to-prune", "mixed-orders")
    )
    assert missing.count(slash) == 0
    assert "✗" in missing or r"\times" in missing
    assert crossed.count(slash) == 4
