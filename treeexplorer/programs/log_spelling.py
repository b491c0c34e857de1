"""Spells the lines of a log as its reader knows them.

People print in their own language (``Wert = 5``, ``alfa=3``), and show how a number comes about
(``beta = min(8, 5) = 5``, ``alpha 3 -> 5, beta 8 -> 8``). A line that is spelled out has the words
of :mod:`treeexplorer.programs.log_reading`, and only the numbers that hold in the end.
"""

from __future__ import annotations

import re
from typing import Final

SPELLED_INFINITY: Final = (
    r"(?:INT|LONG|LLONG|FLT|DBL)_MAX|(?:Integer|Long|Float|Double|Number)\.MAX_VALUE"
    r"|(?:Float|Double|Number)\.POSITIVE_INFINITY|sys\.maxsize|oo\b|inf(?:ini)?ty\b|inf\b|∞"
)
"""How +∞ is spelled, without a sign. The smallest value of Double and Number is none: it is > 0."""
SPELLED_SMALLEST: Final = (
    r"(?:INT|LONG|LLONG)_MIN|(?:Integer|Long)\.MIN_VALUE"
    r"|(?:Float|Double|Number)\.NEGATIVE_INFINITY"
)
"""How the smallest number is spelled where that is another word than for +∞."""
SPELLED_NUMBER: Final = (
    rf"[-+−]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|(?:{SPELLED_INFINITY}))"
    rf"|(?:{SPELLED_SMALLEST})"
)
"""How any number is spelled."""

_TRANSLATIONS: Final = {
    **dict.fromkeys(("alfa", "álfa", "αlpha", "альфа"), "alpha"),
    **dict.fromkeys(("bêta", "béta", "bèta", "betha", "бета"), "beta"),
    **dict.fromkeys(("wert", "valeur", "valor", "valore", "waarde", "wartość"), "value"),
    **dict.fromkeys(("значение", "оценка"), "value"),
    **dict.fromkeys(("узел", "вершина", "węzeł", "uzel"), "node"),
    **dict.fromkeys(("tiefe", "profondeur", "profundidad", "profundidade"), "depth"),
    **dict.fromkeys(("profondità", "diepte", "głębokość", "hloubka"), "depth"),
    **dict.fromkeys(("ebene", "niveau", "nivel", "nível", "livello"), "level"),
    **dict.fromkeys(("knoten", "noeud", "nœud", "nodo", "nó", "knoop"), "node"),
    **dict.fromkeys(("blatt", "feuille", "hoja", "folha", "foglia", "blad"), "leaf"),
    **dict.fromkeys(("liefert", "renvoie", "retourne", "devuelve", "retorna"), "returns"),
    **dict.fromkeys(("ritorna", "restituisce", "devolve"), "returns"),
}
"""Words of other languages, in small letters, and the word of English that the reader knows."""

_CUT: Final = re.compile(
    r"(?:élag|elag|coup[eéu]|schnitt|abgeschn|abschn|beschn|gestutzt|poda|recort|potat|tagli)",
    re.IGNORECASE,
)
"""How words of other languages begin that tell of pruning."""

_SIGN_OF_CUT: Final = re.compile("[✂✄✗✘╳❌🚫]\ufe0f?")
"""Signs with which people show pruning: scissors, crosses, a no-entry sign."""

_LATEX: Final = re.compile(r"\\(?:infty|alpha|beta)\b")
_SIGNS_OF_LATEX: Final = {
    r"\infty": "∞",
    r"\alpha": "α",
    r"\beta": "β",
    r"\hline": "",
    r"\\": "",
    "$": "",
}
"""Commands of LaTeX, and what stands in their place."""

_WORD: Final = re.compile(r"[^\W\d_]+")
_LABEL: Final = r"(?:\b(?:alpha|beta|value|val|score|best|[abv])\b|α|β)"
_CHANGE: Final = re.compile(
    rf"(?P<label>{_LABEL})\s*[:=]?\s*(?:{SPELLED_NUMBER})\s*(?:->|→|=>)\s*"
    rf"(?P<after>{SPELLED_NUMBER})(?P<goes_on>\s*[,;|]?\s*(?={_LABEL}))?",
    re.IGNORECASE,
)
"""A number before and after a change, ``alpha: 3 -> 5``, and whether another label follows."""

_BOTH_BOUNDS: Final = re.compile(
    r"\(?\b(?:alpha|α|a)\s*(?:[/,|]|and)\s*(?:beta|β|b)\b\)?\s*[:=]\s*"
    rf"\(?\s*(?P<alpha>{SPELLED_NUMBER})\s*(?:[/,|]|and)\s*(?P<beta>{SPELLED_NUMBER})\s*\)?",
    re.IGNORECASE,
)
"""Both bounds behind both their names: ``α/β = 3/8``, ``alpha, beta = 3, 8``."""

_CHOICE: Final = re.compile(
    rf"\b(?P<function>max|min)\s*\(\s*(?P<first>{SPELLED_NUMBER})\s*,\s*(?P<second>{SPELLED_NUMBER})"
    rf"\s*\)\s*=\s*(?P<result>{SPELLED_NUMBER})",
    re.IGNORECASE,
)
"""A maximum or minimum with its result: ``max(3, 5) = 5``."""


def remove_latex(text: str) -> str:
    r"""Return a log without the commands of a LaTeX table; the same log if it has none.

    >>> remove_latex(r"Node & $\alpha$ \\ \hline")
    'Node & α  '
    """
    if _LATEX.search(text) is None:
        return text
    for command, sign in _SIGNS_OF_LATEX.items():
        text = text.replace(command, sign)
    return text


def spell_out_line(line: str, names: frozenset[str]) -> str:
    """Return a line of a log in the words of English, with each number as it is in the end.

    Args:
        line: The line.
        names: The names of the tree's nodes, which are never translated.

    Example:
        >>> spell_out_line("Knoten B: Wert = 5", frozenset())
        'node B: value = 5'
        >>> spell_out_line("B: alpha = max(3, 5) = 5", frozenset())
        'B: alpha = 5'
        >>> spell_out_line("B: α 3→5, β 8→8", frozenset())
        'B: α=5, β=8'
        >>> spell_out_line("B: α/β = 3/8", frozenset())
        'B: alpha=3, beta=8'
        >>> spell_out_line("✂ D, E", frozenset())
        'cut D, E'
    """
    line = _SIGN_OF_CUT.sub("cut", line)
    line = _WORD.sub(lambda word: _translate(word[0], names), line)
    line = _BOTH_BOUNDS.sub(lambda both: f"alpha={both['alpha']}, beta={both['beta']}", line)
    line = _CHOICE.sub(lambda choice: choice["result"], line)
    return _keep_numbers_after_changes(line)


def _translate(word: str, names: frozenset[str]) -> str:
    """Return the word of English for a word of another language; others as they are.

    >>> _translate("Tiefe", frozenset()), _translate("Tiefe", frozenset({"Tiefe"}))
    ('depth', 'Tiefe')
    """
    if word in names:
        return word
    if _CUT.match(word) is not None:
        return "cut"
    return _TRANSLATIONS.get(word.lower(), word)


def _keep_numbers_after_changes(line: str) -> str:
    """Replace each change in a line by the number after it.

    A single change at the end of a line stays: in ``alpha=3 beta=8 -> 4`` the 4 may be a value that
    is returned.

    >>> _keep_numbers_after_changes("alpha 3 -> 5, beta 8")
    'alpha=5, beta 8'
    >>> _keep_numbers_after_changes("alpha=3 beta=8 -> 4")
    'alpha=3 beta=8 -> 4'
    """
    changes = list(_CHANGE.finditer(line))
    is_single_at_end = len(changes) == 1 and changes[0]["goes_on"] is None
    if is_single_at_end:
        return line
    return _CHANGE.sub(_format_number_after_change, line)


def _format_number_after_change(change: re.Match[str]) -> str:
    """Format a change as its label and the number after it.

    >>> _CHANGE.sub(_format_number_after_change, "alpha: 3 -> 5, beta=8")
    'alpha=5, beta=8'
    """
    text_to_next_label = change["goes_on"]
    number = f"{change['label']}={change['after']}"
    return number if text_to_next_label is None else f"{number}{text_to_next_label}"
