"""Whether a text is meant as the notation, so that what is wrong with it there helps."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

NOTATION_ENDING: Final = ".tree"
_ASSIGNMENT: Final = re.compile(
    r"^[ \t]*(?:(?:const|let|var|val|int|double|float|long|final|static|private|public)\b[^=\n]*"
    r"|(?:[^\W\d]\w*(?:<[^=\n]*>)?[ \t]+)?[^\W\d][\w.]*(?:[ \t]*:[^=\n\[]*)?)[ \t]*=(?![=])"
    r"|^[^\W\d][\w.]*[ \t]*<-[ \t]|^(?:my|our)[ \t]+[$@%]"
    r"|^[ \t]*[\w:]+<[\w:<>, *]{1,80}>[ \t]+\w+[ \t]*[\[({;]"
    r"|^(?:using|namespace|package|module)[ \t]+\w[^\n:]*$"
    r"|^(?:pub[ \t]+)?(?:struct|enum|impl|fn|func|trait)[ \t]+\w[^\n]*\{"
    r"|^(?:def|class|function|import|from|public|export|interface|#include)\b|^#!"
    r"|^(?:for|while|with|assert)\b[^\n]*[:=(]",
    re.MULTILINE,
)
_EQUALS_SIGN_FOR_COLON: Final = re.compile(r"\s*[^\W\d]\w*=[<>≤≥]?=?[-−]?\d+(?:\.\d+)?:?\[")
"""A name with a number directly before a bracket, where none can stand in a program."""
_DECORATOR: Final = re.compile(r"\s*+@[\w.]+(?:\(|[ \t]*\n\s*(?:def|class|async|@)\b)")
_PROSE: Final = re.compile(r"(?:[^\W\d]+[.,:;!?]*\s+){4,}[^\W\d]+[.!?]\s*")
_HEADING: Final = re.compile(r"^#{1,6} \w|^(?:={3,}|-{3,})[ \t]*$", re.MULTILINE)
_SENTENCE: Final = re.compile(r"[-*+\d.\s]*(?:[*_`\"“(]*[^\W\d_]+[*_`\"”),:;.’'-]*[ \t]+){4}")
"""A line that begins with four words or more, perhaps behind the sign of a list."""
_NUMBERS_IN_BRACKETS: Final = re.compile(r"[\[({]\s*[-−]?\d[\d.]*[,\s]+[-−]?\d")
_WORD_OF_LANGUAGE: Final = re.compile(r"(?<!\S)[^\W\d_A-Z][^\W\d_]+(?=[\s.,;:!?])")
_OTHER_START: Final = re.compile(
    r"\s*+\((?![^()\[\],]*+,[^()\[\]]*+\)\S)"  # and not a window, (3,inf)[2 4]
    r"|\s*+(?:\{|<(?!=))|\s*+/[/*]|\s*+\\|\s*+digraph\b|\s*+(?:graph|flowchart)\b"
)
_LEAVES: Final = re.compile(r"\bLeaf[ \t]+\(?-?\d[^\n]*\bLeaf[ \t]+\(?-?\d", re.DOTALL)
_IN_QUOTES: Final = r"'[^'\n\[\],]*+'"
_ITEM_IN_QUOTES: Final = re.compile(  # with a comma beside it
    rf"(?<=[\[,])\s*+{_IN_QUOTES}\s*+,|,\s*+{_IN_QUOTES}\s*+[,\]]"
)
_OTHER_QUOTES: Final = re.compile(r"'[^'\n]*'\s*[,:\])]|\"[^\"\n]*\"\s*(?:[,\])]|:\s*\"|:\s+[\[{])")


def begins_otherwise(text: str) -> bool:
    """Tell whether a text begins in a way that no text in the notation can.

    An item between two single quotes is a text of Python, though the notation has words with
    quotes, as ``x'``.
    """
    is_in_other_syntax = _OTHER_START.match(text) is not None or _has_constructors(text)
    if is_in_other_syntax or "'" not in text:
        return is_in_other_syntax
    return _ITEM_IN_QUOTES.search(text) is not None


def _has_constructors(text: str) -> bool:
    """Tell whether numbers stand behind a constructor, ``Leaf 5``, which is no unknown leaf."""
    return "L" in text and _LEAVES.search(text) is not None


def is_meant_as_notation(text: str, file: str = "") -> bool:
    """Tell whether a text that cannot be read is meant to be in the program's own notation.

    Then the errors of the notation help, and those of another format do not. The first of these
    rules that fits decides; those in front are the surer signs:

    1. Yes if the text begins with a directive, ``@title Exam 3``, or with an equals sign for the
       colon of the notation, ``A=3[5 8]``: nothing else begins so.
    2. No if a line of it is one of a program, ``tree = …`` or ``import …``, even in a file with the
       ending of the notation.
    3. Yes if its file has that ending, whatever else the text looks like.
    4. No if it begins in a way that no text in the notation can, ``{"A": …``, if it has quotation
       marks as in programs, or if it is a sentence.
    5. Else yes, unless it looks like a format that this program knows.

    Args:
        text: The text.
        file: The name of its file; empty if it has none.

    Example:
        >>> is_meant_as_notation("[[3 12] [2 4"), is_meant_as_notation("tree = [[3, 12], [2, x]]")
        (True, False)
    """
    if _begins_with_directive(text) or _EQUALS_SIGN_FOR_COLON.match(text) is not None:
        return True
    has_line_of_program = _ASSIGNMENT.search(text) is not None
    if has_line_of_program:
        return False
    has_ending_of_notation = PurePath(file).suffix.lower() == NOTATION_ENDING
    if has_ending_of_notation:
        return True

    if begins_otherwise(text):
        return False
    has_quotes_of_program = _OTHER_QUOTES.search(text) is not None
    is_sentence = _PROSE.fullmatch(text) is not None or _has_words_alone(text)
    if has_quotes_of_program or is_sentence:
        return False
    # Imported here because it is needed for texts with errors only.
    from treeexplorer.formats.foreign import foreign_format

    return foreign_format(text) is None


def _has_words_alone(text: str) -> bool:
    """Tell whether a text has several words of a language, and no bracket, which a tree has.

    >>> _has_words_alone("MAX: A. It has the children B, C."), _has_words_alone("Hello world")
    (True, False)
    """
    return "[" not in text and len(_WORD_OF_LANGUAGE.findall(text)) > 2


def is_page_of_prose(text: str) -> bool:
    r"""Tell whether a text is a page with a heading and sentences, in which no tree is written.

    Of such a page nothing that is said of brackets, or of a language, would help.

    >>> sentence = "The search goes through the nodes of a tree."
    >>> is_page_of_prose(f"# Search\n{sentence}\n{sentence}"), is_page_of_prose(sentence)
    (True, False)
    """
    has_heading = _HEADING.search(text) is not None
    has_tree = _NUMBERS_IN_BRACKETS.search(text) is not None
    if not has_heading or has_tree:
        return False
    lines = [line for line in text.split("\n") if line.strip()]
    sentences = [line for line in lines if _SENTENCE.match(line) is not None]
    return len(sentences) > 1 or 5 * len(sentences) > len(lines)


def _begins_with_directive(text: str) -> bool:
    """Tell whether a text begins with ``@``, and that is no decorator such as ``@dataclass``."""
    return text.lstrip().startswith("@") and _DECORATOR.match(text) is None
