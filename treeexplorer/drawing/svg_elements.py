"""The elements of which a figure is made in SVG: paths, texts, groups and their attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from treeexplorer.judging.judge import Mark

CSS_CLASS_OF_MARK: Final = {
    Mark.RIGHT: "right",
    Mark.MISTAKE: "mistake",
    Mark.CONSEQUENCE: "follows",
}
_VALUE_WITHOUT_QUOTES: Final = re.compile(
    r"[\w.,()-]+"
)  # an attribute's value that needs no quotes
_IN_STYLE_SHEET: Final = {"text": {"y"}, "rect": {"x", "y", "height", "rx"}}


class SvgElements:
    """Writes elements of SVG, with all attributes or with those that a page does not have.

    Example:
        >>> SvgElements(is_on_page=False).render_text("A", classes="name", y=19.0)
        '<text class="name" y="19">A</text>'
        >>> SvgElements(is_on_page=True).render_text("A", classes="name", y=19.0)
        '<text class=name>A</text>'
    """

    def __init__(self, *, is_on_page: bool) -> None:
        """Prepare to write elements.

        Args:
            is_on_page: Whether they stand on a web page, which has to be small: what its style
                sheet says is left out, and quotes stand only where HTML needs them.
        """
        self._is_on_page = is_on_page

    def render_element(
        self, name: str, attributes: dict[str, str], content: str | None = None
    ) -> str:
        """Return an SVG element; attributes with an empty value are left out.

        Args:
            name: The name of the element.
            attributes: Values that need no escaping: all are made here, of numbers and classes.
            content: The markup within it, escaped already; ``None`` for an element without any.
        """
        attribute_text = self._render_attributes(name, attributes)
        if content is not None:
            return f"<{name}{attribute_text}>{content}</{name}>"

        ends_without_quote = attribute_text != "" and not attribute_text.endswith('"')
        if ends_without_quote:  # without a space the slash would be read as a part of the value
            return f"<{name}{attribute_text} />"
        return f"<{name}{attribute_text}/>"

    def _render_attributes(self, element_name: str, attributes: dict[str, str]) -> str:
        """Return the attributes of an SVG element as text: `` class="write" d="M0,1h2"``.

        The text begins with a space, unless it is empty. Attributes with an empty value are left
        out.
        """
        if not self._is_on_page:
            return "".join(f' {key}="{value}"' for key, value in attributes.items() if value)

        # A page has to be small: what its style sheet says is left out, and quotes stand only where
        # HTML needs them.
        in_style_sheet = _IN_STYLE_SHEET.get(element_name, ())
        return "".join(
            f" {key}={_quote_if_needed(value)}"
            for key, value in attributes.items()
            if value and key not in in_style_sheet
        )

    def render_path(self, path: str, *, classes: str = "") -> str:
        """Return a path, given in the language of SVG's attribute ``d``."""
        return self.render_element("path", {"class": classes, "d": path})

    def render_text(self, text: str, *, classes: str = "", x: float = 0, y: float) -> str:
        """Return a text element; an ``x`` of 0 is left out, since 0 is the default."""
        x_text = format_coordinate(x) if x else ""
        return self.render_element(
            "text", {"class": classes, "x": x_text, "y": format_coordinate(y)}, escape(text)
        )

    def render_mark(self, mark: Mark | None, *, x: float, y: float) -> Iterator[str]:
        """Yield the mark beside an answer; nothing if the answer was not marked."""
        if mark is not None:
            yield self.render_text(mark.sign, classes=f"mark {CSS_CLASS_OF_MARK[mark]}", x=x, y=y)


def _quote_if_needed(value: str) -> str:
    """Return the value of an attribute, in quotes if it needs them.

    Example:
        >>> _quote_if_needed("write"), _quote_if_needed("M0,1h2 3")
        ('write', '"M0,1h2 3"')
    """
    if _VALUE_WITHOUT_QUOTES.fullmatch(value):
        return value
    return f'"{value}"'


def format_coordinate(number: float) -> str:
    """Format a coordinate of a figure, with one decimal where it needs one.

    Example:
        >>> format_coordinate(12.0), format_coordinate(12.34)
        ('12', '12.3')
    """
    return f"{number:.1f}".removesuffix(".0")


def format_translation(x: float, y: float) -> str:
    """Format the value of the SVG attribute ``transform`` that moves a group.

    Example:
        >>> format_translation(12.0, 7.5)
        'translate(12,7.5)'
    """
    return f"translate({format_coordinate(x)},{format_coordinate(y)})"
