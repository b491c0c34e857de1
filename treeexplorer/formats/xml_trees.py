"""Trees in XML, which is not read: how the tree would begin in the notation.

An element is a node: its attributes and its text say its name, its value and its player, and its
tag may be a player or a word such as ``node``. A text with a DOCTYPE is left alone, since an entity
may stand for millions of characters.
"""

from __future__ import annotations

from typing import Any, Final
from xml.etree import ElementTree as ET

from treeexplorer.formats.atoms import atom, is_number
from treeexplorer.formats.documents import recognise
from treeexplorer.formats.model import UnreadableError, reading
from treeexplorer.formats.words import CHILDREN, is_known, meaning, plain_word, player_named
from treeexplorer.notation import write

_WORDS_FOR_NODES: Final = frozenset({"node", "leaf", "tree", "root", "item", "branch", "terminal"})
_WRAPPERS: Final = frozenset({"tree", "gametree", "map", "document"})
_LONGEST: Final = 100_000


def convert_xml(text: str) -> str | None:
    """Return the tree of a text in XML in the notation; ``None`` if it is not plain.

    >>> convert_xml('<max><min><leaf>3</leaf><leaf>5</leaf></min><node value="2"/></max>').strip()
    '[[3 5] 2]'
    """
    if "<!" in text.replace("<!--", "") or len(text) > _LONGEST:
        return None
    try:
        root = ET.fromstring(text.strip())  # noqa: S314 - it has no entities, and is short
        record = _convert_element(_remove_wrappers(root))
        recognised = recognise(reading(record))
    except (ET.ParseError, UnreadableError):
        return None
    return write(recognised.exercises[0])


def _convert_element(root: ET.Element) -> dict[str, Any]:
    """Convert an element and all below it to records, one a node."""
    record_of_root = _convert_tag_and_text(root)
    pending = [(root, record_of_root)]
    while pending:
        element, record = pending.pop()
        children = _list_children(element)
        records = [_convert_tag_and_text(child) for child in children]
        if records:
            record["children"] = records
        pending += zip(children, records, strict=True)
    return record_of_root


def _list_children(element: ET.Element) -> list[ET.Element]:
    """List the nodes below an element, also those that stand in an element ``<children>``."""
    children: list[ET.Element] = []
    for child in element:
        if meaning(child.tag) == CHILDREN:
            children += child
        elif not _is_fact(child):
            children.append(child)
    return children


def _is_fact(element: ET.Element) -> bool:
    """Tell whether an element is a fact about the node around it: ``<name>A</name>``."""
    is_alone = len(element) == 0 and not element.attrib
    return is_alone and is_known(element.tag) and meaning(element.tag) != CHILDREN


def _remove_wrappers(root: ET.Element) -> ET.Element:
    """Return the element of the tree's root: of ``<tree><node/></tree>`` the node."""
    while plain_word(root.tag) in _WRAPPERS and len(root) == 1 and not _get_text(root):
        root = root[0]
    return root


def _convert_tag_and_text(element: ET.Element) -> dict[str, Any]:
    """Convert the tag, the attributes and the text of an element to a record.

    =====================================  ========================================
    ``<node name="A" value="3"/>``         ``{"name": "A", "value": "3"}``
    ``<node><name>A</name></node>``        ``{"name": "A"}``
    ``<node TEXT="A"/>``                   ``{"name": "A"}``, as in mind maps
    ``<max>A</max>``                       ``{"player": "max", "name": "A"}``
    ``<leaf>3</leaf>``                     ``{"value": "3"}``
    =====================================  ========================================

    Raises:
        UnreadableError: The tag is no word for a node and no player.
    """
    record: dict[str, Any] = {key: atom(value, 0) for key, value in element.attrib.items()}
    facts = filter(_is_fact, element)
    record.update((fact.tag, atom(_get_text(fact), 0)) for fact in facts)
    for key in list(record):
        if plain_word(key) == "text":
            record["name"] = record.pop(key)

    if player_named(element.tag) is not None:
        record["player"] = element.tag
    elif plain_word(element.tag) not in _WORDS_FOR_NODES:
        raise UnreadableError("this element is no node")

    text = _get_text(element)
    if text:
        key_of_text = "value" if is_number(text) else "name"
        record[key_of_text] = atom(text, 0)
    return record


def _get_text(element: ET.Element) -> str:
    """Return the text at the beginning of an element, without blanks around it."""
    return "" if element.text is None else element.text.strip()
