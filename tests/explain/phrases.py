"""What stands within the sentences that a test looks at."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import treeexplorer
from tests.readability import parsed
from treeexplorer.explain.sentence import Argument, ItemList, Phrase
from treeexplorer.tree import INFINITY, Number

_SPEAKS = re.compile(r"Phrase|Sentence|: Final = \"")


def arguments_in(*phrases: Argument) -> Iterator[Argument]:
    """Yield every argument of some phrases, those within phrases and lists included."""
    pending = list(phrases)
    while pending:
        argument = pending.pop()
        if isinstance(argument, Phrase):
            pending += argument.arguments.values()
        elif isinstance(argument, ItemList):
            pending += argument.items
        if argument is not None:
            yield argument


@cache
def modules() -> dict[Path, ast.Module]:
    """Return the modules that speak of phrases and sentences, or have a text by name, by files."""
    folder = Path(treeexplorer.__file__).parent
    sources = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    return {
        path.relative_to(folder): parsed(path)
        for path, source in sources.items()
        if _SPEAKS.search(source)
    }


@cache
def classes_and_calls() -> list[tuple[Path, ast.ClassDef | ast.Call]]:
    """Return each class and each call of those modules with its file; one walk takes its time."""
    return [
        (path, node)
        for path, module in modules().items()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef | ast.Call)
    ]


def class_bases() -> Iterator[tuple[str, set[str]]]:
    """Yield each class of the package with the classes that it is made from."""
    for _, node in classes_and_calls():
        if isinstance(node, ast.ClassDef):
            yield node.name, {base.id for base in node.bases if isinstance(base, ast.Name)}


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return each call of the package that makes a phrase or a sentence, by where it stands."""
    classes = {"Phrase", *(name for name, bases in class_bases() if bases & {"Phrase", "Sentence"})}
    return [
        (f"{path}:{node.lineno}", node)
        for path, node in classes_and_calls()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
        if (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) in classes
    ]


@cache
def constants() -> dict[str, str]:
    """Return the constants of the package that are texts, by name."""
    return {
        node.target.id: node.value.value
        for module in modules().values()
        for node in module.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def text_of(call: ast.Call) -> str | None:
    """Return the text of a phrase, a literal or a constant; ``None`` where it is neither."""
    match call.args[0]:
        case ast.Constant(str(english)):
            return english
        case ast.Name(name):
            return constants().get(name)
    return None


@cache
def all_texts() -> frozenset[str | None]:
    """Return the texts of all phrases and sentences of the package."""
    return frozenset(text_of(call) for _, call in calls())


_texts_of_laws: set[str] = set()


def text(english: str) -> str:
    """Return a text of which a law speaks.

    That the package has it is a test of its own: to find all texts takes as long as to collect the
    tests of a folder.
    """
    _texts_of_laws.add(english)
    return english


def texts_of_laws() -> frozenset[str]:
    """Return the texts of which the laws speak that have been imported."""
    return frozenset(_texts_of_laws)


def texts(*english: str) -> frozenset[str]:
    """Return several texts that say one thing."""
    return frozenset(map(text, english))


def number(text: str) -> Number:
    """Return a number as it is printed: ``−3``, ``+∞``, ``1/3``."""
    text = text.replace("−", "-").replace("+", "")
    if "∞" not in text:
        return Fraction(text)
    return -INFINITY if "-" in text else INFINITY
