"""Lines of words in a hand-in that say what is pruned: ``Pruned: B.2 and B.3``, ``* = pruned``.

Such a line is read only where it is sure which nodes are meant; a slash in the tree says the same.

>>> from treeexplorer.notation import parse
>>> tree = parse("[[3 12] [2 4 6]]").tree
>>> nodes = find_nodes_in_words("The leaves 4 and B.3 are pruned.", [tree])
>>> [tree.labels.label(node) for node in nodes]
['B.2', 'B.3']
>>> find_nodes_in_words("Nothing is pruned", [tree])
()
>>> print(find_nodes_in_words("4 is not pruned", [tree]))
None
>>> find_sign_in_words("* = pruned")
'*'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.errors import present
from treeexplorer.notation.slips import is_about_pruning
from treeexplorer.numbers import parse_typed_number
from treeexplorer.tree import AddressError, GameTree, Number

_VISITED: Final = (
    r"(?:visited|examined|evaluated|explored|expanded|searched|looked\s+at|considered|read)"
)
_NOT_VISITED: Final = (
    rf"(?:(?:(?:would|will|can|could|should|have|has)\s+)?(?:not|never)\s+(?:(?:be|been|get|gets)\s+)?{_VISITED}"
    rf"|un{_VISITED}|(?:(?:is|are|was|were|has|have|would|could|should)n['’]t|won['’]t)"
    rf"\s+(?:(?:be|been|get)\s+)?{_VISITED}"
    r"|(?:need\s+not|needn['’]t|(?:do|does|did)(?:\s+not|n['’]t)\s+(?:need|have)\s+to"
    rf"|never\s+(?:need|have)\s+to)\s+be\s+{_VISITED})"
)
_VISIT: Final = r"(?:visit|examine|evaluate|explore|expand|search|look\s+at|consider|read)"
_DO_NOT_VISIT: Final = (
    rf"(?:(?:do\s+not|don['’]t|need\s+not|needn['’]t|never)\s+(?:(?:need|have)\s+to\s+)?{_VISIT})"
)
_CUT: Final = r"cut(?:\s+off)?"
_PRUNED: Final = rf"(?:prune[ds]?|{_CUT}|crossed(?:\s+out)?|skip(?:s|ped)?|{_NOT_VISITED})"
_NOUNS: Final = (
    r"(?:nodes?|leaf|leaves|branch(?:es)?|edges?|subtrees?|children|child|values?"
    r"|Knoten|Blatt|Blätter|Zweige?|Ast|Äste|Kanten?|(?:Teil|Unter)b(?:aum|äume)|Kind(?:er)?|Werte?"
    r"|n(?:œ|oe)uds?|feuilles?|arêtes?|sous-arbres?|enfants?|fils|valeurs?"
    r"|nodos?|hojas?|ramas?|aristas?|sub[aá]rbol(?:es)?|hij[oa]s?|valor(?:es)?)"
)
_SEVERAL_NODES: Final = (
    r"(?:nodes|leaves|branches|subtrees|children|Knoten|Blätter|Zweige|Äste|n(?:œ|oe)uds|feuilles"
    r"|nodos|hojas|ramas)"
)
_VERB: Final = (
    r"(?:is|are|was|were|gets?|got|will\s+be|would\s+be|can\s+be|could\s+be|has\s+been|have\s+been"
    r"|ist|sind|wird|werden|wurden?|muss|müssen|kann|können"
    r"|est|sont|sera|seront|a\s+été|ont\s+été|es|son|está|están|fue|fueron|será|serán)"
)
_THE: Final = r"(?:the|all|die|der|das|alle|les|la|le|tou(?:te)?s|los|las|el|tod[oa]s)"
_WHOLE: Final = (
    r"(?:whole|entire(?:ly)?|complete(?:ly)?|wholly|all\s+of|ganz(?:e[nrs]?)?|komplett|vollständig"
    r"|toute?|(?:entièr|complèt)ement|enter[oa]|por\s+completo|completamente"
    r"|too|also|as\s+well|auch|ebenfalls|aussi|también)"
)
"""What may be said of any node that is pruned: that all below it is, or that it is, too."""
_VERB_AT_END: Final = r"(?:\s+(?:werden|wird|wurden?|worden))?"
"""The verb that stands behind what is pruned in German: ``müssen not visited werden``."""
_NAMES_OF_PRUNING: Final = (
    r"(?:pruning(?:\s+occurs)?|(?:[αβ]|alpha|beta|α-?β|alpha-?beta)?[-\s]?cut(?:-?offs?|s)?|Schnitte?|Abschneidungen|coupures?"
    r"|élagages?|podas?|cortes?)"
)
_NO: Final = r"(?:no|keine?n?|aucune?|ningún|ninguna|sans|sin|pas\s+d['’e]\s*)"
_NOTHING: Final = re.compile(
    rf"none|nothing|nichts|rien(?:\s+n['’])?|nada|aucune?|ningun[oa]|keine?"
    rf"|(?:no(?:ne\s+of\s+the)?|keine?|aucune?|ningún|ninguna)\s+{_NOUNS}|[-–—∅]|\(\s*\)",
    re.IGNORECASE,
)
_NO_PRUNING: Final = re.compile(
    r"(?:there\s+(?:is|are|was|were)\s+|(?:es\s+)?gibt\s+|il\s+n['’]y\s+a\s+|(?=no\s+hay))?"
    rf"(?:{_NO}|no\s+hay)\s*{_NAMES_OF_PRUNING}"
    r"(?:\s+(?:here|at\s+all|possible|möglich|hier|ici|aquí|in\s+this\s+tree|in\s+diesem\s+Baum))?"
    rf"|cuts\s*:?\s*none|nothing\s+to\s+prune|no\s+pruned\s+(?:nada|ningun[oa]\s+{_NOUNS})|(?:rien|aucune?\s+{_NOUNS})\s+n['’]est\s+pruned"
    rf"|(?:all|every|alle)\s+(?:{_THE}\s+)?{_NOUNS}\s+{_VERB}\s+"
    rf"(?:{_VISITED}|besucht|gelesen|ausgewertet|betrachtet)",
    re.IGNORECASE,
)
"""A whole sentence that says that nothing is pruned: ``There are no cut-offs here``."""

_WHO_PRUNES: Final = (
    r"(?:(?:i|we|you|ich|wir|man|on|nous|α-?β|alpha-?beta|the\s+search)\s+"
    r"(?:have\s+|can\s+|would\s+|will\s+)?)"
)
_HOW_MANY: Final = (
    r"(?:\d+|one|two|three|four|ein|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro)"
)
_WHERE_OR_WHAT: Final = r"cut|pruning|[eé]lagage|poda"
"""How words begin that may tell where one prunes instead of what."""
_PRUNED_FIRST: Final = re.compile(
    rf"@?{_WHO_PRUNES}?(?:{_THE}\s+)?(?P<pruned>{_PRUNED}|{_DO_NOT_VISIT})"  # the pruned …
    rf"(?:\s+{_NOUNS}(?:\s+(?:and|or|und|oder|/)\s+{_NOUNS})?)?"  # … nodes and leaves …
    rf"(?:\s+{_VERB})?(?:\s*[:=]\s*|\s+[-–—]\s+|\s+)"  # … are: …
    r"(?P<list>\S.*)",  # … 4, 6
    re.IGNORECASE,
)
"""``Pruned: B.2, B.3``, ``@pruned 4 6``, ``I pruned 4``, ``The pruned nodes are B.2 and B.3``."""
_NODES_PRUNED_FIRST: Final = re.compile(
    rf"(?:{_HOW_MANY}\s+|{_THE}\s+)?{_NOUNS}\s+"  # 2 leaves …
    rf"(?:{_VERB}\s+)?(?P<pruned>{_PRUNED})\s*[:=]\s*"  # … are pruned: …
    r"(?P<list>\S.*)",  # … 4, 6
    re.IGNORECASE,
)
"""``2 leaves are pruned: 4 and 6``, ``Nodes pruned: 4, 6``."""
_PRUNED_LAST: Final = re.compile(
    rf"(?:{_VERB}\s+)?(?P<list>.*?\S)(?:\s*:\s*|\s+)"  # 4 and 6 …
    rf"(?:{_VERB}\s+)?(?:all\s+|both\s+|beide\s+|{_WHOLE}\s+)*"  # … are both …
    rf"(?P<pruned>{_PRUNED}){_VERB_AT_END}(?:,?\s+{_WHOLE})?",  # … pruned, too
    re.IGNORECASE,
)
"""``4 and 6 are pruned``, ``B.2: pruned``, ``werden 4 und 6 pruned``."""
_PRUNING_FIRST: Final = re.compile(
    r"(?P<pruned>pruning|[eé]lagages?|podas?)(?:\s*[:=]\s*|\s+(?:of|de)\s+)(?P<list>\S.*)",
    re.IGNORECASE,
)
"""``Pruning: 4, 6``; of a node with children, it may be where one prunes."""
_NUMBER_OF_NODES: Final = re.compile(
    rf"(?:{_PRUNED}\s+{_SEVERAL_NODES}"  # pruned leaves …
    rf"|{_SEVERAL_NODES}\s+(?:{_VERB}\s+)?{_PRUNED})"  # leaves pruned …
    r"\s*[:=]\s*\d+",  # … : 3
    re.IGNORECASE,
)
"""What may be how many are pruned, and no leaf: ``Pruned leaves: 3``."""
_FORMS: Final = (_PRUNED_FIRST, _NODES_PRUNED_FIRST, _PRUNING_FIRST, _PRUNED_LAST)
_PREPOSITION: Final = r"(?:at|in|below|under|bei|unter|dans|sous|chez|à|en|bajo)"
_PLACE_FIRST: Final = re.compile(
    rf"(?:(?:(?:{_NAMES_OF_PRUNING}\s+)?{_PREPOSITION}\s+"  # alpha cut-off at …
    rf"(?:{_NOUNS}\s+)?(?P<behind_preposition>[^\s:,]+)"  # … node B, …
    r"(?:\s*[:,]\s*|\s+))"
    r"|(?P<before_colon>[^\s:,]+)\s*:\s*)"  # B: …
    r"(?P<sentence>\S.*)",
    re.IGNORECASE,
)
"""A sentence behind the node that it is about: ``B: 4, 6 pruned``, ``At B, 4 and 6 are pruned``."""
_MORE_BEHIND: Final = re.compile(
    rf"(?P<first>.*\S\s+{_PRUNED}{_VERB_AT_END})\s*[,;]\s*(?:(?:and|und|et|y)\s+)?"  # 4 pruned, …
    rf"(?P<more>(?:{_WHOLE}\s+.*\S"  # … also G
    rf"|\S.*\s{_WHOLE}"  # … G completely
    rf"|\S.*\s{_PRUNED}))",  # … G pruned
    re.IGNORECASE,
)
"""A clause with another one behind it: ``4 and 5 pruned, G completely``."""
_END_OF_SENTENCE: Final = re.compile(r"(?<=\w)[.!]\s+(?=\S)")
_MAY_BE_ANSWER: Final = re.compile(r"[\d=:<>≤≥]")
ITEM_BULLET: Final = re.compile(
    r"\s*(?:(?:[-–—*•]+|[-=]?>|→|\d{1,2}[.)]|\(\d{1,2}\)|\(?[a-z]\))\s+)?", re.IGNORECASE
)
"""What stands before an item of a list: ``- ``, ``2. ``, ``(b) ``; or blanks alone."""
_BEGINNING: Final = re.compile(
    r"\A(?:(?:answer|solution|antwort|lösung|réponse|respuesta|solución)\s*:"
    r"|(?:so|thus|then|hence|therefore|also|daher|deshalb|dann|es|hier|here|ici|aquí|donc|alors|entonces)\b\s*,?)\s*",
    re.IGNORECASE,
)
"""A word before a sentence that says nothing about the tree: ``Thus, 4 is pruned``."""
_ASIDE: Final = re.compile(
    r"\s*\((?:by\s+)?(?:an?\s+)?(?:α|β|alpha|beta)?[-\s]?"
    rf"{_NAMES_OF_PRUNING}?\)"  # (by an alpha cut-off)
    r"|\s*\((?:incl|including|with|mit|samt|avec|con)\b[^()]*\)"  # (with its leaves)
    r"|\s*\((?!=)[^()]*[<>=≤≥][^()]*\)",  # (3 >= 2)
    re.IGNORECASE,
)
"""What may stand in parentheses behind any node: ``(alpha cut-off)``, ``(3 ≥ 2)``."""
BECAUSE: Final = (
    r"(?:because|since|due\s+to|weil|wegen|denn|car|parce\s+qu(?:e\b|['’])|puisqu(?:e\b|['’])|porque"
    r"|ya\s+que|puesto\s+que)"
)
_IS_LAST_REASON: Final = rf"(?!.*\b{BECAUSE}(?!\w))"
_NO_NODE_BEHIND_IT: Final = rf"(?!.*[,;]\s*(?:(?:and|und|et|y)\s+)?[^\s,;]+(?:\s+{_WHOLE})?$)"
_REASON: Final = re.compile(
    rf"\s*,?\s+{BECAUSE}(?!\w){_NO_NODE_BEHIND_IT}{_IS_LAST_REASON}.*"  # because 3 >= 2
    r"|\s*,\s+(?:da|as)\s[^,;]*$"  # , as 3 >= 2
    r"|\s+(?:by|durch|par|por)\s+(?:α|β|alpha|beta)\S*(?:\s+(?:pruning|cut-?off))?$",  # by β
    re.IGNORECASE,
)
"""What may stand behind a list: ``because 3 >= 2``. Another node may stand behind a reason."""
_REASON_OF_ITEM: Final = re.compile(rf"\s*,?\s+{BECAUSE}(?!\w)[^,;]*(?=[,;])", re.IGNORECASE)
"""A reason behind which more nodes may stand: ``9 because 6 >= 5, G because 5 >= 2``."""
_PLACE: Final = re.compile(
    rf"(?P<list>.*\S)\s+(?:in|of|below|under|unter|bei|von|sous|dans|de|bajo)\s+(?:{_NOUNS}\s+)?(?P<place>\S+)",
    re.IGNORECASE,
)
"""A list of leaves with the node that they are below: ``4 and 6 below B``."""
_PLACE_ASIDE: Final = re.compile(
    rf"\s*\((?:(?:both|all|the|beide|alle)\s+)*{_NOUNS}\s+(?:of|at|below|von|de)\s+(?P<place>[^\s()]+)\)$",
    re.IGNORECASE,
)
"""The node that a list of leaves is below, behind it: ``(both children of B)``."""
_SLASHES_ALONE: Final = re.compile(r"(?:/[^\s/,;]+[\s,;]*)+")
"""Nodes with slashes, and nothing else: ``/4 /6``."""
_AND: Final = r"(?:and|und|et)"
_ITEM: Final = re.compile(
    rf"(?:(?:{_WHOLE}|{_THE}|both|beide|to|zu|{_NOUNS})\b\s*)*/?"  # the leaf …
    rf'(?!{_NOUNS}\b)(?P<item>"[^"]*"[\d.]*'  # … "left child".2
    r"|[^\s,;&()]+(?:\s*\([^()]*\))?)"  # … B.2 (4)
    rf"(?:\s+{_WHOLE}\b)?"  # … completely
    rf"(?:\s*[,;&+]\s*(?:{_AND}\b\s*)?|\s*\b{_AND}\b\s*|\s+|$)",  # … , and
    re.IGNORECASE,
)
"""An item of a list, with nouns before it and what separates it from the next one."""
_SPANISH_AND: Final = "y"
_WITH_VALUE: Final = re.compile(r"(?P<reference>[^\s()]+)\s*\((?P<value>[^()]*)\)")
_EDGE: Final = re.compile(r"(?P<parent>[^\W\d][\w']*)(?:->|→|[-–—])(?P<child>\S+)")
_WITHOUT_FULL_STOP: Final = re.compile(r"(?P<name>[^\W\d]+)(?P<position>\d+)")

_SIGN: Final = re.compile(r"[*^!†‡°§%&$|¦•●■⊗⊘]{1,3}|[xX]")
_WORDS_OF_LEGEND: Final = re.compile(
    rf"(?:{_PRUNED}|{_NOUNS}|{_VERB}|=|:|[-–—]>?|→|i|we|the|an?|all|with|by|for|that|what|which|sign"
    r"|legend|star|cross|means?|meaning|mark(?:s|ed)?|denotes?|indicates?|stands?)",
    re.IGNORECASE,
)


class _NodeList(NamedTuple):
    """What a line names as pruned.

    Attributes:
        items: The nodes as they are typed: ``B.2``, ``4``; none where nothing is pruned.
        ancestor: The node that they are below, as it is typed; empty without one.
        is_cut: Whether they are said to be “cut”, which of a node may mean that its loop stops; or
            stand behind “pruning:”.
    """

    items: Sequence[str]
    ancestor: str
    is_cut: bool


def find_nodes_in_words(words: str, trees: Sequence[GameTree]) -> tuple[int, ...] | None:
    """Return the nodes that a line of words says are pruned, by their numbers in drawing order.

    A node may be named by its label, by its address, or as a leaf by its value, if that is sure.

    Args:
        words: The line.
        trees: The tree that is meant, once with the names of the hand-in and once with those of the
            key. Where both know the names, these must lead to the same nodes.

    Returns:
        ``None`` if the line says something else, or if it is not sure which nodes it means. Without
        nodes, it says that nothing is pruned.
    """
    sentence = _strip_sentence(words)
    if _NO_PRUNING.fullmatch(sentence):
        return ()

    all_nodes: set[int] = set()
    clauses = [clause for part in _split_sentences(sentence) for clause in _split_clauses(part)]
    for clause in clauses:
        nodes = _find_nodes_in_clause(clause, trees)
        if nodes is None:
            return None
        says_nothing_is_pruned = not nodes
        if says_nothing_is_pruned and len(clauses) > 1:
            return None
        all_nodes.update(nodes)
    return tuple(sorted(all_nodes)) if clauses else None


def _split_sentences(words: str) -> list[str]:
    """Split words into sentences, without those that say nothing of the tree.

    >>> _split_sentences("At E 9 is pruned. At C G is pruned"), _split_sentences("Pruned: E.2, G")
    (['At E 9 is pruned', 'At C G is pruned'], ['Pruned: E.2, G'])
    >>> _split_sentences("4 is pruned. I hope that is right"), _split_sentences("4 and 6")
    (['4 is pruned'], ['4 and 6'])
    """
    sentences = _END_OF_SENTENCE.split(words)
    if len(sentences) == 1:
        return sentences
    return [
        _strip_sentence(sentence)
        for sentence in sentences
        if is_about_pruning(sentence) or _MAY_BE_ANSWER.search(sentence) is not None
    ]


def _split_clauses(sentence: str) -> list[str]:
    """Split a sentence in which more is named behind the word for pruned; mostly it is one clause.

    >>> _split_clauses("4 and 5 pruned, G completely"), _split_clauses("4 pruned; 6 pruned")
    (['4 and 5 pruned', 'G completely pruned'], ['4 pruned', '6 pruned'])
    >>> _split_clauses("4, 6 pruned, value 2")
    ['4, 6 pruned, value 2']
    """
    match = _MORE_BEHIND.fullmatch(sentence)
    if match is None:
        return [sentence]
    more = match["more"]
    if not is_about_pruning(more):
        more = f"{more} pruned"
    return [match["first"], more]


def _find_nodes_in_clause(clause: str, trees: Sequence[GameTree]) -> tuple[int, ...] | None:
    """Find the nodes that a clause says are pruned; ``None`` if it is not sure which these are."""
    node_list = _match_list_of_clause(clause)
    if node_list is None:
        return None
    if not node_list.items:
        return ()
    return _choose_nodes_meant_by_all(_find_nodes(node_list, tree) for tree in trees)


def _choose_nodes_meant_by_all(
    answers: Iterable[tuple[int, ...] | None],
) -> tuple[int, ...] | None:
    """Choose the nodes that all trees mean that know any; ``None`` if two mean different ones.

    A tree that does not know the names answers ``None``.

    >>> _choose_nodes_meant_by_all([None, (4, 6)]), _choose_nodes_meant_by_all([(4, 6), (5,)])
    ((4, 6), None)
    """
    known = [nodes for nodes in answers if nodes is not None]
    if not known:
        return None
    first = known[0]
    if any(nodes != first for nodes in known):
        return None
    return first


def _match_list_of_clause(clause: str) -> _NodeList | None:
    """Match what ``Pruned: 4, 6`` or ``At B, 4 is pruned`` names; ``None`` of any other clause.

    If it says that nothing is pruned, the list has no items.
    """
    if _NUMBER_OF_NODES.fullmatch(clause):
        return None
    with_place = _PLACE_FIRST.fullmatch(clause)
    if with_place is not None:
        behind_place = _match_sentence_on_pruning(with_place["sentence"])
        if behind_place is not None:
            return _parse_list(behind_place, ancestor=_get_place(with_place))

    match = _match_sentence_on_pruning(clause)
    return None if match is None else _parse_list(match, ancestor="")


def _get_place(sentence: re.Match[str]) -> str:
    """Return the node before a sentence: the B of ``B: 4 pruned``, and of ``At B, 4 is pruned``."""
    if sentence["before_colon"] is not None:
        return sentence["before_colon"]
    return sentence["behind_preposition"]


def _match_sentence_on_pruning(sentence: str) -> re.Match[str] | None:
    """Match ``Pruned: 4, 6`` or ``4 and 6 are pruned``; ``None`` if a sentence says something else.

    The group ``list`` is what is pruned, such as ``4, 6``, and the group ``pruned`` is the word for
    it.
    """
    for form in _FORMS:
        match = form.fullmatch(sentence)
        if match is not None:
            return match
    return None


def _strip_sentence(words: str) -> str:
    """Remove all around the sentence of a line that does not say what is pruned.

    Each step takes what the one before it has left. An example in which each removes something::

        - (So 9 because 6 >= 5, G (alpha) pruned because 5 >= 2.)     the line
        (So 9 because 6 >= 5, G (alpha) pruned because 5 >= 2.)       without its bullet
        So 9 because 6 >= 5, G (alpha) pruned because 5 >= 2.         … parentheses around it
        So 9 because 6 >= 5, G (alpha) pruned because 5 >= 2          … signs at its end
        So 9 because 6 >= 5, G pruned because 5 >= 2                  … asides behind nodes
        So 9, G pruned because 5 >= 2                                 … reasons of single nodes
        So 9, G pruned                                                … the reason at its end
        9, G pruned                                                   … words before it

    >>> _strip_sentence("- (So 9 because 6 >= 5, G (alpha) pruned because 5 >= 2.)")
    '9, G pruned'
    >>> _strip_sentence("- Pruned: B.2."), _strip_sentence("(pruned: 4 and 6)")
    ('Pruned: B.2', 'pruned: 4 and 6')
    >>> _strip_sentence("/4 /6"), _strip_sentence("4 and 6 (both children of B)")
    ('Pruned: /4 /6', '4 and 6 of B')
    """
    line = words.strip()
    sentence = line[present(ITEM_BULLET.match(line)).end() :]  # it matches any text
    if sentence.startswith("(") and sentence.endswith(")"):
        sentence = sentence[1:-1]
    if _SLASHES_ALONE.fullmatch(sentence) is not None:
        return f"Pruned: {sentence}"
    sentence = sentence.rstrip(".!; ")
    sentence = _ASIDE.sub("", sentence)
    sentence = _PLACE_ASIDE.sub(r" of \g<place>", sentence)
    sentence = _REASON_OF_ITEM.sub("", sentence)
    sentence = _REASON.sub("", sentence)
    return _BEGINNING.sub("", sentence).strip()


def find_sign_in_words(words: str) -> str | None:
    """Return the sign that a line says marks what is pruned; ``None`` if it says something else.

    The line must have one sign, and otherwise only words that such a legend consists of.

    >>> find_sign_in_words("(* pruned)"), find_sign_in_words("† marks pruned nodes")
    ('*', '†')
    >>> find_sign_in_words("* best")
    """
    if not is_about_pruning(words):
        return None

    pieces_with_colons = _split_legend(words)
    pieces = [piece.rstrip(":") for piece in pieces_with_colons if piece.strip(":")]
    signs = [piece for piece in pieces if _SIGN.fullmatch(piece)]
    if len(set(signs)) != 1:
        return None

    other_words = " ".join(piece for piece in pieces if piece not in signs)
    words_of_legend = rf"(?:{_WORDS_OF_LEGEND.pattern}\s*)+"
    if re.fullmatch(words_of_legend, other_words, re.IGNORECASE) is None:
        return None
    return signs[0]


def _split_legend(words: str) -> list[str]:
    """Split a legend into its words and signs, without punctuation.

    An equals sign is a piece of its own even where it touches the sign before it, or what follows.

    >>> _split_legend("(*=pruned)"), _split_legend("* = pruned.")
    (['*', '=', 'pruned'], ['*', '=', 'pruned'])
    """
    without_punctuation = re.sub(r"[\"'“”„().,;]", " ", words).strip()
    before_equals = r"(?<=[^\w\s])(?==)"  # between a sign and =
    behind_equals = r"(?<==)"
    return re.split(rf"\s+|{before_equals}|{behind_equals}", without_punctuation)


def _parse_list(sentence: re.Match[str], *, ancestor: str) -> _NodeList | None:
    """Parse what a sentence names: ``the leaves 4 and 6 below B``; ``None`` if it is no list.

    =========================  =======  ========  =======================================
    sentence                   items    ancestor  is cut
    =========================  =======  ========  =======================================
    ``4 and 6 are pruned``     4, 6     none      no
    ``4 and 6 below B cut``    4, 6     B         yes: by the word “cut”
    ``At B, 4 is pruned``      4        B         no; B stands before the sentence
    ``Nothing is pruned``      none     none      no
    ``At A nothing is pruned`` –        –         no list: it says nothing of other nodes
    =========================  =======  ========  =======================================

    Args:
        sentence: The sentence, with the groups ``list`` and ``pruned``.
        ancestor: The node before the sentence that it is about; empty if there is none.
    """
    is_cut = re.match(_WHERE_OR_WHAT, sentence["pruned"], re.IGNORECASE) is not None
    text = sentence["list"]
    says_nothing_is_pruned = _NOTHING.fullmatch(text) is not None
    if says_nothing_is_pruned and ancestor:
        return None
    if says_nothing_is_pruned:
        return _NodeList((), "", is_cut)

    with_place = _PLACE.fullmatch(text)
    if with_place is not None and not ancestor:
        text = with_place["list"]
        ancestor = with_place["place"]
    items = _parse_items(text)
    return None if items is None else _NodeList(items, ancestor, is_cut)


def _parse_items(text: str) -> list[str] | None:
    """Parse the items of a list, without the nouns before them; ``None`` if it is no list.

    >>> _parse_items("B.2 (4), leaf 6 and 7"), _parse_items("4 leaves")
    (['B.2 (4)', '6', '7'], None)
    """
    items: list[str] = []
    position = 0
    while position < len(text):
        match = _ITEM.match(text, position)
        if match is None:
            return None
        items.append(match["item"])
        position = match.end()
    return items


def _find_nodes(node_list: _NodeList, tree: GameTree) -> tuple[int, ...] | None:
    """Find the nodes of a list in a tree; ``None`` if it is not sure which these are.

    ``None``, too, where nodes that are pruned cannot be meant: nobody prunes the root, and that an
    inner node is "cut" may mean that its loop stops.
    """
    nodes = _find_nodes_in_either_way(node_list, tree)
    root = 0
    if nodes is None or root in nodes:
        return None
    if node_list.is_cut and not all(map(tree.is_leaf, nodes)):
        return None
    return tuple(sorted(nodes))


def _find_nodes_in_either_way(node_list: _NodeList, tree: GameTree) -> frozenset[int] | None:
    """Find the nodes of a list whose numbers may be values of leaves, or addresses.

    ``None`` if it is not sure which nodes are meant:

    ======  ================  ===============  =============================  =================
    number  in the tree       leaves of value  node of this address           is
    ======  ================  ===============  =============================  =================
    ``5``   ``[[1 5] [6 4]]`` one              none                           that leaf
    ``2``   ``[[1 5] [6 4]]`` none             the second child of the root   that child
    ``1``   ``[[1 5] [6 4]]`` one              the first child of the root    not sure
    ``1``   ``[1 [6 4]]``     one              the first child of the root    that leaf: the same
    ``1``   ``[[1 5] [1 4]]`` two              the first child of the root    not sure
    ======  ================  ===============  =============================  =================
    """
    by_values = _find_nodes_in_one_way(node_list, tree, numbers_are_values=True)
    by_addresses = _find_nodes_in_one_way(node_list, tree, numbers_are_values=False)
    if by_values is not None and by_addresses is not None:
        return by_values if by_values == by_addresses else None
    if by_values is not None:
        return by_values
    # Leaves may have the numbers all the same, only more or fewer than are named.
    return None if _has_value_of_leaf(node_list.items, tree) else by_addresses


def _has_value_of_leaf(items: Sequence[str], tree: GameTree) -> bool:
    """Tell whether one of the items is a number that is the value of a leaf."""
    numbers = [_parse_number(item) for item in items]
    return any(number is not None and _find_leaves(number, tree, 0) for number in numbers)


def _find_nodes_in_one_way(
    node_list: _NodeList, tree: GameTree, *, numbers_are_values: bool
) -> frozenset[int] | None:
    """Find the nodes of a list, with numbers read as values of leaves or as addresses.

    ``None`` if not each item finds as many nodes as it is named times, all of them below the node
    that the list is about. With numbers as values, in [[1 5] [6 5]]:

    ================  ============  =====================================
    list              nodes         because
    ================  ============  =====================================
    ``5, 5``          A.2 and B.2   two leaves have it, and it is named twice
    ``5``             ``None``      two leaves have it, and it is named once
    ``5`` below A     A.2           one leaf below A has it
    ``B.1, A``        B.1 and A     names and addresses find one node each
    ``B.1`` below A   ``None``      it is not below A
    ================  ============  =====================================
    """
    root = 0
    ancestor = _find_named_node(node_list.ancestor, tree) if node_list.ancestor else root
    if ancestor is None:
        return None

    nodes: set[int] = set()
    for item, count in Counter(_remove_spanish_and(node_list.items, tree)).items():
        found = _find_nodes_of_item(item, tree, ancestor, numbers_are_values=numbers_are_values)
        are_all_below = all(tree.is_within(node, ancestor) for node in found)
        if len(found) != count or not are_all_below:
            return None
        nodes.update(found)
    return frozenset(nodes)


def _find_nodes_of_item(
    item: str, tree: GameTree, ancestor: int, *, numbers_are_values: bool
) -> list[int]:
    """Find the nodes that an item of a list may mean: leaves below an ancestor, or a named node."""
    number = _parse_number(item) if numbers_are_values else None
    if number is not None:
        return _find_leaves(number, tree, ancestor)
    return _find_named_nodes(item, tree, ancestor)


def _remove_spanish_and(items: Sequence[str], tree: GameTree) -> list[str]:
    """Remove the ``y`` of ``4 y 6``, unless something in the tree is called so."""
    if _find_named_nodes(_SPANISH_AND, tree, 0):
        return list(items)
    return [item for item in items if item != _SPANISH_AND]


def _find_named_nodes(item: str, tree: GameTree, ancestor: int) -> list[int]:
    """Find the node that an item names, or the leaves below an ancestor that have its word."""
    node = _find_named_node(item, tree)
    if node is not None:
        return [node]
    return _find_leaves(item, tree, ancestor)


def _parse_number(item: str) -> Number | None:
    """Return the number that an item spells; ``None`` if it spells none."""
    try:
        return parse_typed_number(item)
    except ValueError:
        return None


def _find_leaves(value: Number | str, tree: GameTree, ancestor: int) -> list[int]:
    """Find the leaves below an ancestor that have a value, or the word of an unknown."""
    return [leaf for leaf in tree.leaves(ancestor) if tree.value_or_word(leaf) == value]


def _find_named_node(item: str, tree: GameTree) -> int | None:
    """Find the node that an item names; ``None`` if it names none.

    The second child of B, a leaf of 4, may be named in four ways:

    ===========  ====================================
    ``B.2``      its address
    ``B2``       its address without the full stop
    ``B.2 (4)``  its address with its value
    ``B->4``     the edge to it; also ``B-4``
    ===========  ====================================
    """
    reference = item.strip('"')
    node = _find_reference(reference, tree)
    if node is not None:
        return node

    edge = _EDGE.fullmatch(reference)
    if edge is not None:
        return _find_child(edge["parent"], edge["child"], tree)

    without_full_stop = _WITHOUT_FULL_STOP.fullmatch(reference)
    if without_full_stop is not None:
        return _find_reference(f"{without_full_stop['name']}.{without_full_stop['position']}", tree)

    with_value = _WITH_VALUE.fullmatch(reference)
    if with_value is not None:
        return _find_leaf_with_value(with_value["reference"], with_value["value"], tree)
    return None


def _find_child(parent_reference: str, child_text: str, tree: GameTree) -> int | None:
    """Return the child to which an edge such as ``B->4`` leads; ``None`` if there is no such one.

    The child is named, or it is the only leaf below that node with the value.
    """
    parent = _find_reference(parent_reference, tree)
    if parent is None:
        return None
    named = _find_reference(child_text, tree)
    if named is not None and tree.parent[named] == parent:
        return named
    number = _parse_number(child_text)
    value = child_text if number is None else number
    children = [child for child in tree.children(parent) if tree.value_or_word(child) == value]
    return children[0] if len(children) == 1 else None


def _find_leaf_with_value(reference: str, value_text: str, tree: GameTree) -> int | None:
    """Find the leaf of a reference, if it has a value; ``None`` if it is no leaf, or has another.

    ``B.2`` and ``-4`` find the second child of B if that is a leaf of −4.
    """
    node = _find_reference(reference, tree)
    if node is None or not tree.is_leaf(node):
        return None
    has_this_value = tree.labels.value_text(node) == value_text.replace("-", "−")
    return node if has_this_value else None


def _find_reference(reference: str, tree: GameTree) -> int | None:
    """Return the node of a reference; ``None`` if it leads to none or to several."""
    try:
        return tree.find(reference)
    except AddressError:
        return None
