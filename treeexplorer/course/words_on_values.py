"""Lines of answers in a hand-in, apart from its tree: ``B: <=2``, ``A = 3, C = 2``.

Such a line is read only where each of its answers names a node with children; a value before the
bracket of that node says the same.

>>> from treeexplorer.notation import parse
>>> tree = parse("[[3 12] [2 4]]").tree
>>> claims = find_answers_in_words("A = 3, B: (3, oo) ≤ 2", [tree])
>>> [(tree.labels.label(claim.node), claim.kind) for claim in claims or ()]
[('A', 'value'), ('B', 'window'), ('B', 'bound')]
>>> print(find_answers_in_words("A: 3 12", [tree]))
None
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.course.typed_parts import (
    PARTS,
    WINDOW_IN_PARENTHESES,
    WINDOW_WITHOUT_BRACKETS,
    claim_as_meant,
    is_written_as_interval,
    window_as_meant,
)
from treeexplorer.course.words_on_pruning import BECAUSE, ITEM_BULLET, find_nodes_in_words
from treeexplorer.marking.entries import EntryError, read_entry
from treeexplorer.notation import Claim, filled_in
from treeexplorer.notation.slips import is_about_pruning
from treeexplorer.rules import RulesError
from treeexplorer.tree import AddressError, GameTree, Player

_ROOT_IN_WORDS: Final = (
    r"(?:(?:the\s+)?root(?:\s+node)?|(?:die\s+)?Wurzel|(?:la\s+)?racine|(?:la\s+)?ra[ií]z)"
)
_NAMES_OF_ROOT: Final = re.compile(_ROOT_IN_WORDS, re.IGNORECASE)
_THE: Final = r"(?:(?:the|der|die|das|la|le|el)\s+)?"
_VALUE: Final = r"(?:(?:minimax[\s-]*)?(?:value|wert|valeur|valor)|minimax)"
_OF: Final = r"(?:(?:of|at|von|bei|des|de|du|del|en)\s+)?"
_VALUE_OF_TREE: Final = (
    rf"{_THE}(?:{_VALUE}\s+{_OF}"  # the value of …
    r"(?:the\s+|la\s+|el\s+|l['’]\s*)?(?:(?:whole|entire|ganzen)\s+)?"  # … the whole …
    r"(?:game|tree|baum(?:e?s)?|spiel(?:e?s)?|arbre|jeu|árbol|juego)"  # … game
    r"|(?:root|game|tree|minimax)[\s-]+value|spielwert|minimax-?wert)"  # the game value
)
"""What the root is worth: ``The value of the game``."""
_NODE: Final = (
    rf"(?:{_THE}{_VALUE}\s+{_OF})?(?:(?:max|min|chance)[\s-]+)?"
    r"(?:(?:node|Knoten|n(?:œ|oe)ud|nodo)\s+)?"
)
"""What may stand before the name of a node: ``value of``, ``MIN node``."""
_NAME: Final = rf"[▲△▼▽○]?(?:{_ROOT_IN_WORDS}|[^\W\d](?:\w|'(?!s\b))*(?:\.\d+)*)"
_FUNCTION: Final = rf"(?:v|val|{_VALUE}|max|min|EV?|u|utility|score|f)"
"""What may stand before a name in parentheses: the ``E`` of ``E(B) = 2``."""
_VERB: Final = (
    r"(?:is|has|gets?|got|takes|becomes|equals|returns?|returned|evaluates\s+to|ist|hat|wird"
    r"|bekommt|erhält|liefert|ergibt|est|vaut|a|obtient|renvoie|retourne|es|vale|tiene|devuelve)"
    r"(?:\s+(?:worth|equal\s+to))?"
)
_SIGN_FOLLOWS: Final = r"(?==<|[<>≤≥])"
_BEFORE_ANSWER: Final = (
    rf"\s*{_SIGN_FOLLOWS}"  # A<=3
    rf"|\s*(?::?=|==|:|-{{1,2}}>|[→⟶⇒↦])(?:\s*{_SIGN_FOLLOWS}|\s*)"  # A: 3, A := <=3 or A -> 3
    rf"|\s+{_VERB}\s+"  # A returns 3
    r"|\s+(?=[(αβ])"  # A (3, inf) or A α=3 β=7
)
"""What stands between a name and its answer, which may begin with a sign, or with a window."""
_ANSWER: Final = re.compile(
    rf"(?:(?P<tree>{_VALUE_OF_TREE})"  # the value of the game
    rf"|{_NODE}(?:"  # value of …
    rf"{_FUNCTION}\s*[(\[]\s*(?P<argument>{_NAME})\s*[)\]]"  # … E(A)
    rf"|(?P<name>{_NAME})(?:['’]s\s+{_VALUE})?"  # … A or A's value
    rf"))(?:{_BEFORE_ANSWER})",
    re.IGNORECASE,
)
"""How an answer begins: ``A:``, ``value of A =``, ``E(A) =``, ``A returns``."""
_NAMES_BEFORE_NUMBERS: Final = re.compile(
    rf"{_NAME}\s+{PARTS['claim'].pattern}(?:\s*[,;.]\s*{_NAME}\s*{PARTS['claim'].pattern})*\s*[,;.]?",
    re.IGNORECASE,
)
"""Names and numbers alone: ``A 3; B <= 2``."""
_NAME_BEFORE_NUMBER: Final = re.compile(rf"(?<![\w.])({_NAME})\s+(?=[-+−]?[\d.∞])", re.IGNORECASE)
_NUMBER: Final = r"[-+−]?(?:[\d.]+|∞|inf(?:inity)?|oo)"
_SQUARE_WINDOW: Final = rf"[\[\]]\s*{_NUMBER}\s*[,;|]\s*{_NUMBER}\s*[)\]\[]"
_WINDOW: Final = re.compile(
    rf"{WINDOW_IN_PARENTHESES.pattern}"  # (3, inf)
    rf"|{_SQUARE_WINDOW}"  # [3, inf]
    r"|\[\s*(?:α|alpha)[^\[\]]*\]"  # [α=3, β=7]
    rf"|(?=α|alpha|a\s*=)(?:{WINDOW_WITHOUT_BRACKETS.pattern})"  # α=3 β=7
    r"|alpha\s*:\s*[-+−]?[\w.∞]+\s*[,;]?\s*beta\s*:\s*[-+−]?[\w.∞]+",  # alpha: 3, beta: 7
    re.IGNORECASE,
)
_COMPUTATION: Final = (
    r"(?:(?:max|min)\s*(?:\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\])(?=\s*[=<>≤≥])"  # min(3, 12)
    r"|[-+−\d\s.,()½¼¾⅓⅔]*[*·×/+][-+−\d\s.,()*·×/½¼¾⅓⅔]*(?=\s*=))"  # 0.5·3 + 0.5·7
)
"""How a value was found: the ``min(3, 12, 8)`` of ``A = min(3, 12, 8) = 3``."""
_CLAIM: Final = re.compile(
    rf"(?:{_THE}(?:a\s+|den\s+|une\s+|un\s+)?{_VALUE}\s*(?:of\s+|de\s+|von\s+)?[:=]?\s*)?"  # value:
    r"(?:(?P<player>max|min|chance)\s*:?\s*(?=[-+−\d=<>≤≥.∞])"  # min 3
    rf"|{_COMPUTATION}\s*)?"  # min(3, 12) = 3
    rf"(?P<claim>{PARTS['claim'].pattern})",
    re.IGNORECASE,
)
"""A value or bound, with what may stand before it: ``value: 3``, ``min(3, 12) = 3``."""
_HEADING: Final = re.compile(
    r"\s*(?:(?:the|my|final|minimax|node)\s+)*"
    r"(?:values?|results?|answers?|solution|werte|ergebnisse?|antwort(?:en)?|lösung"
    r"|valeurs|réponses?|valores|respuestas?)\s*:\s*(?=\D)",
    re.IGNORECASE,
)
"""Words before a list of answers: the ``Values:`` of ``Values: A = 3, B = 2``."""
_LEADING_ARROW: Final = re.compile(r"(?:->|=>|→|⇒)\s*")
_BETWEEN_PARTS: Final = re.compile(r"\s*,?\s*")
_BESIDE_ANSWER: Final = re.compile(
    r"\s*(?:[✓✔]|\((?:exact(?:ly)?|exakt|genau|ok|max|min|(?:via|from|through|über)\s+[\w.]+)\))",
    re.IGNORECASE,
)
"""What may stand behind an answer, and says nothing more: ``A: 3 (exact)``."""
_BESIDE_BOUND: Final = re.compile(r"\s*\((?:(?:upper|lower)\s+)?bound\)", re.IGNORECASE)
_REASON: Final = re.compile(rf"(?:{BECAUSE}|as|da)(?!\w).*", re.IGNORECASE)
_BETWEEN_ANSWERS: Final = re.compile(r"\s*[,;.!|]?\s*(?:(?:and|und|et|y)\s+)?", re.IGNORECASE)
WORDS_FOR_IF: Final = r"(?:iff?|when|for|wenn|falls|für|si|pour|cuando|para)"
_PRUNED_IF: Final = re.compile(
    r"(?:@?pruned\s*:?\s+(?P<first>\S+)"  # pruned B.2 …
    r"|(?P<subject>.+?)\s+(?:\w+\s+)?pruned)"  # B.2 is pruned …
    rf"\s+{WORDS_FOR_IF}\s+(?P<condition>\S.*)",  # … if x <= 3
    re.IGNORECASE,
)
"""For which values of an unknown a node is pruned: ``B.2 is pruned if x <= 3``."""
_SIGNS_OF_CONDITIONS: Final = {
    r"=>|(?:is\s+)?at\s+least|mindestens|größer\s+(?:oder\s+)?gleich": ">=",
    r"=<|(?:is\s+)?at\s+most|höchstens|kleiner\s+(?:oder\s+)?gleich": "<=",
}
_INTERVAL: Final = re.compile(
    r"(?P<word>\S+)\s*(?:∈|\bin\b)\s*"  # x in …
    r"(?P<opened>[\[(\]])\s*(?P<low>[^\s,;]+)\s*[,;]\s*"  # … ]2; …
    r"(?P<high>[^\s,;\[\]()]+)\s*(?P<closed>[\])\[])"  # … 5]
)
"""An interval in which an unknown lies: ``x in ]2; 5]``."""
_INFINITE: Final = re.compile(r"[-+−]?(?:∞|inf|oo)", re.IGNORECASE)
_SIGN_AT_LOW_END: Final = {"[": "<=", "(": "<", "]": "<"}
_SIGN_AT_HIGH_END: Final = {"]": "<=", ")": "<", "[": "<"}
"""The sign that a bracket means beside the end of an interval: ``2 <= x < 5`` for ``[2, 5[``."""
_FULL_STOP: Final = re.compile(r"(?:(?<=\d)|(?<=∞)|(?<=\Winf)|(?<=\Woo))\.(?=\s|$)")
"""A full stop behind a number; it becomes a sign that is no part of a number, nor of a window."""
_BEST_MOVE: Final = re.compile(
    r"(?:the\s+)?(?:best(?:\s+move)?|(?:der\s+)?beste[rs]?\s+Zug|(?:le\s+)?meilleur\s+coup"
    r"|(?:la\s+)?mejor\s+jugada)"  # the best move …
    r"(?:\s*[:=]\s*|\s+(?:is|ist|est|es)\s+|(?<=best)\s+)"  # … is …; or best A
    r"(?P<name>\S+?)\.?",
    re.IGNORECASE,
)
"""Which move is the best: ``The best move is A.``."""
_LEAVES_READ: Final = re.compile(
    r"(?:number\s+of\s+)?(?:leaves\s+(?:read|visited|evaluated|examined)|read"
    r"|(?:Anzahl\s+)?(?:besuchte|gelesene|ausgewertete)r?\s+Blätter)"  # number of leaves read …
    r"(?:\s*[:=]\s*|(?<=read)\s+)"  # … =; or read 7
    r"(?P<number>\d+)\.?",
    re.IGNORECASE,
)
"""How many leaves are read: ``Leaves read: 7``."""


def find_answers_in_words(words: str, trees: Sequence[GameTree]) -> list[Claim] | None:
    """Return what a line of words answers, in its order; ``None`` if it says something else.

    Args:
        words: The line.
        trees: The tree that is meant, once with the names of the hand-in and once with those of the
            key. Where both know a name, it must be the same node's.
    """
    line = words[_find_start(words) :].strip()
    condition = _PRUNED_IF.fullmatch(line)
    if condition is not None:
        return _read_condition(condition, trees)
    read = _LEAVES_READ.fullmatch(line)
    if read is not None:
        return [Claim(0, "read", int(read["number"]))]
    best = _BEST_MOVE.fullmatch(line)
    if best is not None:
        move = _find_node(best["name"], trees)
        if move is None or trees[0].parent[move] != 0:
            return None
        return [Claim(0, "best", nodes=(move,))]
    return _find_answers_at_nodes(line, trees)


def normalize_condition(text: str) -> str:
    """Return a condition on an unknown as the notation writes it.

    >>> normalize_condition("x => 3."), normalize_condition("x is at most 3")
    ('x >= 3', 'x <= 3')
    >>> normalize_condition("x in ]2; 5]"), normalize_condition("x ∈ (-∞, 3)")
    ('2 < x <= 5', 'x < 3')
    """
    condition = text.strip().rstrip(".")
    for typed_sign, sign in _SIGNS_OF_CONDITIONS.items():  # in any order: none has another in it
        condition = re.sub(typed_sign, sign, condition, flags=re.IGNORECASE)
    interval = _INTERVAL.fullmatch(condition)
    return condition if interval is None else _format_interval(interval)


def _format_interval(interval: re.Match[str]) -> str:
    """Return an interval as a condition, without an end that is infinite.

    >>> _format_interval(_INTERVAL.fullmatch("x in ]2; 5]"))
    '2 < x <= 5'
    >>> _format_interval(_INTERVAL.fullmatch("x in (-inf, 3)"))
    'x < 3'
    """
    low = interval["low"]
    high = interval["high"]
    condition = interval["word"]
    if _INFINITE.fullmatch(low) is None:
        condition = f"{low} {_SIGN_AT_LOW_END[interval['opened']]} {condition}"
    if _INFINITE.fullmatch(high) is None:
        condition = f"{condition} {_SIGN_AT_HIGH_END[interval['closed']]} {high}"
    return condition


def _read_condition(sentence: re.Match[str], trees: Sequence[GameTree]) -> list[Claim] | None:
    """Return the claim that one node is pruned under a condition; ``None`` if it is not sure."""
    named = sentence["first"]
    if named is None:
        named = sentence["subject"]
    nodes = find_nodes_in_words(f"Pruned: {named}", trees)
    if nodes is None or len(nodes) != 1:
        return None
    blank = Claim(nodes[0], "pruned-if")
    try:
        return [filled_in(blank, normalize_condition(sentence["condition"]), trees[-1])]
    except RulesError:
        return None


def _find_start(words: str) -> int:
    """Find where answers may begin in a line: behind a bullet, and behind ``Values:``."""
    return _end_of(_HEADING, words, _end_of(ITEM_BULLET, words, 0))


def _find_answers_at_nodes(line: str, trees: Sequence[GameTree]) -> list[Claim] | None:
    """Return the claims of answers such as ``A = 3, B <= 2``; ``None`` of anything else.

    What may stand behind them is a reason: ``A = 3, since 3 < 8``. A reason with an answer in it is
    none: in ``A = 3, since B = 3, C = 2`` it is not sure what is answered.
    """
    if _NAMES_BEFORE_NUMBERS.fullmatch(line) is not None:
        line = _NAME_BEFORE_NUMBER.sub(r"\1: ", line)
    read = _read_answers(line, trees)
    reason = line[read.end :]
    if reason and (_REASON.fullmatch(reason) is None or _has_answer(reason, trees)):
        return None
    return read.claims if read.claims else None


def _has_answer(reason: str, trees: Sequence[GameTree]) -> bool:
    """Tell whether a reason may answer something, too: what a node is worth, or what is pruned."""
    begins = [_find_node_of_answer(match, trees) for match in _ANSWER.finditer(reason)]
    return is_about_pruning(reason) or any(node is not None for node in begins)


class SplitWords(NamedTuple):
    """A line of words in two pieces: the answers at its beginning, and the words on pruning."""

    answers: str
    on_pruning: str


def split_answers_off(words: str, trees: Sequence[GameTree]) -> SplitWords:
    """Split a line into the answers at its beginning and the words on pruning behind them.

    One of the two is empty where it is not sure that there are both. In [[3 12] [2 4 6]]:

    ==============================  ==============  ==========================================
    line                            answers         words on pruning
    ==============================  ==============  ==========================================
    ``A = 3. 4 and 6 are pruned``   ``A = 3.``      ``4 and 6 are pruned``
    ``B: <= 2, 4 and 6 pruned``     ``B: <= 2,``    ``B: 4 and 6 pruned``: no full stop, so of B
    ``B = 2 (4 and 6 pruned)``      ``B = 2``       ``B: 4 and 6 pruned``
    ``A = 3``                       all
    ``B: 4, 6 pruned``                              all: two leaves of B may be meant
    ``B: <= 2, pruned``                             all: what is left of B may be meant, or B
    ==============================  ==============  ==========================================
    """
    unsplit = SplitWords("", words)
    read = _read_answers(words, trees, _find_start(words))
    if not read.claims:
        return unsplit
    answers = words[: read.end].rstrip()
    rest = words[_end_of(_LEADING_ARROW, words, read.end) :]
    if not rest:
        return SplitWords(words, "")

    on_pruning = _find_words_on_pruning(answers, rest, read.claims[-1])
    if on_pruning is None:
        return unsplit
    answered_nodes = {claim.node for claim in read.claims}
    is_about_same_node = len(answered_nodes) == 1 and not answers.endswith(".")
    if is_about_same_node:
        label = trees[-1].labels.label(read.claims[0].node)
        on_pruning = f"{label}: {on_pruning}"
    pruned = find_nodes_in_words(on_pruning, trees)
    is_answered_node_pruned = pruned is not None and not answered_nodes.isdisjoint(pruned)
    return unsplit if is_answered_node_pruned else SplitWords(answers, on_pruning)


def _find_words_on_pruning(answers: str, rest: str, last_claim: Claim) -> str | None:
    """Return the words behind answers if these are surely apart, and about pruning.

    ===========================  ===========  ============================================
    answers and rest             result       because
    ===========================  ===========  ============================================
    ``B = 2`` ``(4 pruned)``     4 pruned     parentheses stand around it
    ``A = 3.`` ``4 is pruned``   4 is pruned  a full stop, a semicolon or a bar ends them
    ``B: <= 2,`` ``4 pruned``    4 pruned     a bound is never a list of leaves
    ``B: 4,`` ``6 pruned``       ``None``     the 4 may be pruned, too
    ``A = 3.`` ``Easy!``         ``None``     it is about something else
    ===========================  ===========  ============================================
    """
    is_in_parentheses = rest.startswith("(") and rest.endswith(")")
    are_answers_ended = last_claim.kind == "bound" or answers.endswith((";", ".", "|"))
    words = rest[1:-1] if is_in_parentheses else rest
    is_surely_apart = is_in_parentheses or are_answers_ended
    return words if is_surely_apart and is_about_pruning(words) else None


class _ReadClaims(NamedTuple):
    """The claims that were read of a line, and the position where what follows begins."""

    claims: list[Claim]
    end: int


def _read_answers(words: str, trees: Sequence[GameTree], start: int = 0) -> _ReadClaims:
    """Read the answers that stand one after the other from a position on.

    Of ``A = 3, B <= 2. Easy`` the claims of A and of B are read, up to the E.
    """
    # A full stop behind a number must be no part of it. All positions stay as they are.
    line = _FULL_STOP.sub("!", words)
    claims: list[Claim] = []
    position = start
    while position < len(line):
        answer = _read_answer(line, position, trees)
        if answer is None:
            break
        claims += answer.claims
        position = _end_of(_BETWEEN_ANSWERS, line, answer.end)
    return _ReadClaims(claims, position)


def _read_answer(line: str, start: int, trees: Sequence[GameTree]) -> _ReadClaims | None:
    """Read an answer such as ``B: (3, oo) ≤ 2 (bound)``; ``None`` if none stands at a position."""
    beginning = _ANSWER.match(line, start)
    if beginning is None:
        return None
    node = _find_node_of_answer(beginning, trees)
    if node is None or trees[0].is_leaf(node):
        return None
    read = _read_parts(line, beginning.end(), node, trees[-1])
    if not read.claims:
        return None

    end = _end_of(_BESIDE_ANSWER, line, read.end)
    if read.claims[-1].kind == "bound":
        end = _end_of(_BESIDE_BOUND, line, end)
    return _ReadClaims(read.claims, end)


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Return where a match of a pattern ends, or where it would have begun."""
    match = pattern.match(text, start)
    return start if match is None else match.end()


def _find_node_of_answer(beginning: re.Match[str], trees: Sequence[GameTree]) -> int | None:
    """Find the node that an answer is about, by how it begins; ``None`` if that is not sure.

    >>> from treeexplorer.notation import parse
    >>> trees = [parse("[[3 12] [2 4]]").tree]
    >>> beginnings = ["A: 3", "E(B) = 2", "The value of the game is 3", "Q = 5"]
    >>> [_find_node_of_answer(_ANSWER.match(text), trees) for text in beginnings]
    [1, 4, 0, None]
    """
    if beginning["tree"] is not None:
        return 0
    if beginning["argument"] is not None:
        return _find_node(beginning["argument"], trees)
    return _find_node(beginning["name"], trees)


def _read_parts(line: str, start: int, node: int, tree: GameTree) -> _ReadClaims:
    """Read a window and a number in either order, or one of them; without any, no claim.

    ``(3, oo) ≤ 2`` claims the window (3, ∞) of a node, and that it is worth 2 or less. A part that
    cannot be understood is not read: the claims end before it.
    """
    texts: list[str] = []
    position = start
    unread = [_WINDOW, _CLAIM]
    while unread:
        part_start = _end_of(_BETWEEN_PARTS, line, position) if texts else position
        part = _match_first(unread, line, part_start)
        if part is None:
            break
        claim_behind = _CLAIM.match(line, _end_of(_BETWEEN_PARTS, line, part.end()))
        is_beside_claim = len(texts) > 0 or claim_behind is not None
        text = _interpret_part(part, node, tree, is_beside_claim=is_beside_claim)
        if text is None or text.endswith("?"):
            break
        texts.append(text)
        unread.remove(part.re)
        position = part.end()
    try:
        return _ReadClaims([read_entry(node, text) for text in texts], position)
    except EntryError:
        return _ReadClaims([], start)


def _match_first(
    patterns: Sequence[re.Pattern[str]], line: str, start: int
) -> re.Match[str] | None:
    """Match the first of some patterns that fits at a position; ``None`` if none does."""
    for pattern in patterns:
        match = pattern.match(line, start)
        if match is not None:
            return match
    return None


def _interpret_part(
    match: re.Match[str], node: int, tree: GameTree, *, is_beside_claim: bool
) -> str | None:
    """Return a window or number as the notation writes it; ``None`` if it is not sure what it says.

    ======================  ==================================================================
    typed at B:[2 4]        what it may be
    ======================  ==================================================================
    ``[3, inf]``, ``≤ 2``   a window, a bound
    ``[2, 4]``              the children of B, or a window
    ``(-inf, 2]``           where the value of B lies, or a window if the value stands beside it
    ``=> 3``                an arrow, or ≥
    ``max 2``               a bound; ``min 2`` is 2, since B is MIN
    ======================  ==================================================================
    """
    if match.re is _CLAIM:
        return _interpret_claim(match, tree.player(node))

    window = window_as_meant(match[0])
    if window is None or (not is_beside_claim and is_written_as_interval(match[0], window)):
        return None
    values = [tree.labels.value_text(child) for child in tree.children(node)]
    may_be_children = match[0].startswith("[") and window == f"({','.join(values)})"
    return None if may_be_children else window


def _interpret_claim(match: re.Match[str], player: Player | None) -> str | None:
    """Return a number at a player's node as the notation writes it; ``None`` if it is not sure."""
    typed_claim = match["claim"]
    names_other_player = match["player"] is not None and match["player"].lower() != player
    may_be_arrow = typed_claim.lstrip().startswith("=>")
    return None if names_other_player or may_be_arrow else claim_as_meant(typed_claim)


def _find_node(name: str, trees: Sequence[GameTree]) -> int | None:
    """Return the node of a name; ``None`` if no tree knows it, or two know different nodes."""
    found: set[int] = set()
    for tree in trees:
        try:
            found.add(tree.find(name))
        except AddressError:
            continue
    if not found and _NAMES_OF_ROOT.fullmatch(name):
        return 0
    return found.pop() if len(found) == 1 else None
