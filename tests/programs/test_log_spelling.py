"""Lines of a log in other languages, and with numbers that are worked out, are spelled out."""

from __future__ import annotations

import pytest

from treeexplorer.programs.log_spelling import spell_out_line


@pytest.mark.parametrize(
    ("line", "spelled_out"),
    [
        ("Blatt D, Tiefe 2, Wert 5", "leaf D, depth 2, value 5"),
        ("Coupure en C : alpha = 5, bêta = 2", "cut en C : alpha = 5, beta = 2"),
        ("Nodo C devuelve 2", "node C returns 2"),
        ("B: beta = min(8, 5) = 5", "B: beta = 5"),
        ("B: α −∞→−∞, β ∞→5", "B: α=−∞, β=5"),
        ("alpha=3 beta=8 -> 4", "alpha=3 beta=8 -> 4"),
        ("✂️ F, G", "cut F, G"),
        ("B α/β = −∞/3", "B alpha=−∞, beta=3"),
        ("B (alpha, beta) = (3, 8)", "B alpha=3, beta=8"),
        ("❌ Pruned: F", "cut Pruned: F"),
        ("node B alpha=3", "node B alpha=3"),
    ],
)
def test_a_line_is_spelled_out(line: str, spelled_out: str) -> None:
    assert spell_out_line(line, frozenset()) == spelled_out


def test_the_name_of_a_node_is_not_translated() -> None:
    assert spell_out_line("Wert: valeur 5", frozenset({"Wert"})) == "Wert: value 5"
