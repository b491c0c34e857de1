"""A widget that shows the lines of a panel and repaints those that changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip

from treeexplorer.terminal.lines import TextLine, ascii_line, wrap_with_margins, wrapped
from treeexplorer.terminal.theme import Styles, styles_of

_MAX_STRIPS_KEPT: Final = 256

Panel: TypeAlias = Callable[[int, int], Sequence[TextLine]]
"""Returns the lines of a panel for a width and a height."""


class PlainBar(ScrollBarRender):
    """A scroll bar of coloured blanks."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8


class _Appearance(NamedTuple):
    """All that a line's strip depends on beside the line itself."""

    styles: Styles
    surface: str
    is_ascii: bool
    width: int
    filters: tuple[LineFilter, ...]
    ground: Color


class _Painter:
    """Paints lines in one appearance, and keeps those that were painted last."""

    def __init__(self, appearance: _Appearance) -> None:
        """Make a painter that has painted nothing yet.

        Args:
            appearance: What all lines look like. For another one another painter is made.
        """
        self.appearance = appearance
        self._strips: LRUCache[TextLine, Strip] = LRUCache(_MAX_STRIPS_KEPT)
        self._styles_by_name: dict[str, Style] = {}

    def strip(self, text: TextLine) -> Strip:
        """Return a line as Textual paints it: segments with styles, as wide as the widget."""
        cached = self._strips.get(text)
        if cached is not None:
            return cached
        shown = ascii_line(text) if self.appearance.is_ascii else text
        segments = [Segment(part, self._get_filtered_style(name)) for part, name in shown if part]
        ground = self._get_filtered_style("")
        strip = Strip(segments).adjust_cell_length(self.appearance.width, ground)
        self._strips[text] = strip
        return strip

    def _get_filtered_style(self, name: str) -> Style:
        """Return the style for a name after Textual's filters, such as grey; it is cached."""
        cached = self._styles_by_name.get(name)
        if cached is not None:
            return cached
        style = self._apply_filters(self.appearance.styles.rich(name, self.appearance.surface))
        self._styles_by_name[name] = style
        return style

    def _apply_filters(self, style: Style) -> Style:
        """Return what Textual's filters make of a style, such as its colours in grey.

        A filter takes a strip, and no style: so they get a strip of one blank in the style.
        """
        strip = Strip([Segment(" ", style)])
        for line_filter in self.appearance.filters:
            strip = strip.apply_filter(line_filter, self.appearance.ground)
        (filtered,) = strip
        return Style() if filtered.style is None else filtered.style


class _VisibleLines(NamedTuple):
    """The lines of a panel that are in sight.

    Attributes:
        size: The size of the widget.
        top: The number of the first line.
        lines: As many lines as the widget has rows.
    """

    size: Size
    top: int
    lines: Sequence[TextLine]

    def have_same_place(self, other: _VisibleLines) -> bool:
        """Tell whether others stand in the same rows: at another size or top all have moved."""
        return (self.size, self.top) == (other.size, other.top)


class LineView(ScrollView, can_focus=False, inherit_bindings=False):
    """Shows the lines that a panel returns.

    ``redraw`` asks the panel again and repaints those in sight that differ, so that a key costs
    what is seen. A panel of more lines than the widget's height can be scrolled, and returns
    :class:`OnDemand` where they are many; the lines are the panel's own affair otherwise. What they
    leave free has the ground of a surface.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    LineView { scrollbar-size: 1 1; overflow-x: hidden; }
    """

    def __init__(
        self,
        panel: Panel,
        *,
        surface: str = "ground",
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
    ) -> None:
        """Make a widget that shows the lines of a panel; it asks for them when it has a size.

        Args:
            panel: Returns the lines for a width and a height.
            surface: The background of what the lines leave free.
            id: The widget's name in the style sheet and in searches for it.
            classes: The names of its kinds in the style sheet, with blanks between them.
        """
        super().__init__(id=id, classes=classes)
        self.panel = panel
        self.surface = surface
        # All lines of the panel, which may be more than are in sight.
        self._content: Sequence[TextLine] = ()
        # The lines in sight as they were painted last; None if all must be painted.
        self._painted: _VisibleLines | None = None
        # What paints the lines while they look as they do; None before the first is painted.
        self._painter: _Painter | None = None

    @property
    def styles_in_use(self) -> Styles:
        """The styles under the present theme."""
        return styles_of(self.app.current_theme, no_color=self.app.no_color)

    def reveal(self, row: int, count: int = 1) -> None:
        """Scroll to some lines, as little as can be."""
        self.scroll_to_region(Region(0, row, 1, count), animate=False)

    def redraw(self) -> None:
        """Ask the panel for its lines, and repaint the visible ones that changed.

        A widget that has no size yet does nothing.
        """
        width, height = self.size
        if not width or not height:
            return
        self._content = self.panel(width, height)
        # As high as the widget even where there are fewer lines: another size lays everything out.
        self.virtual_size = Size(width, max(height, len(self._content)))

        painted_before = self._painted
        visible = self._get_visible_lines(height)
        self._painted = visible
        if painted_before is not None and painted_before.have_same_place(visible):
            self._repaint_changed_lines(painted_before.lines, visible.lines)
        else:
            self.refresh()  # all of them

    def _get_visible_lines(self, height: int) -> _VisibleLines:
        """Return the lines of the panel that are in sight now, and where they stand."""
        top = self.scroll_offset.y
        lines = [self._get_line(row) for row in range(top, top + height)]
        return _VisibleLines(self.size, top, lines)

    def _repaint_changed_lines(self, before: Sequence[TextLine], now: Sequence[TextLine]) -> None:
        """Repaint the visible lines that differ from those painted last."""
        pairs = enumerate(zip(before, now, strict=True))
        changed = [Region(0, y, self.size.width, 1) for y, (old, new) in pairs if old != new]
        if changed:
            self.refresh(*changed)

    def _get_line(self, row: int) -> TextLine:
        """Return a line of the panel; an empty one where it has none."""
        return tuple(self._content[row]) if 0 <= row < len(self._content) else ()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the part of the widget that Textual is to paint, a strip for each of its rows.

        It takes the place of Textual's own method, which would lay the widget's styles over lines
        that have theirs already. The part is a rectangle around all that has changed: if the rows 2
        and 7 have, it has the rows 2 to 7. A strip that was painted before is not painted anew, so
        the rows between cost nothing.

        Args:
            crop: The columns and the rows of the part.
        """
        painter = self._get_painter()
        top = self.scroll_offset.y
        strips = [painter.strip(self._get_line(top + y)) for y in crop.line_range]
        is_whole_width = crop.column_span == (0, self.size.width)
        if is_whole_width:
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def render_line(self, y: int) -> Strip:
        text = self._get_line(self.scroll_offset.y + y)
        return self._get_painter().strip(text)

    def _get_painter(self) -> _Painter:
        """Return the painter for the current appearance, a new one if that has changed."""
        _, own_background = self.background_colors
        appearance = _Appearance(
            styles=self.styles_in_use,
            surface=self.surface,
            is_ascii=self.app.has_class("-ascii"),
            width=self.size.width,
            filters=tuple(self.get_line_filters()),
            ground=own_background,
        )
        if self._painter is None or self._painter.appearance != appearance:
            self._painter = _Painter(appearance)
        return self._painter

    def on_mount(self) -> None:
        # Textual documents the look of one scroll bar as an attribute of it.
        self.vertical_scrollbar.renderer = PlainBar  # type: ignore[misc]

    def on_resize(self) -> None:
        self.redraw()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._painted = None  # all lines may look different now
        if self.is_mounted:
            self.redraw()


class OnDemand(Sequence[TextLine]):
    """So many lines, of which each is made when it is asked for."""

    def __init__(self, count: int, make: Callable[[int], TextLine]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, row: Any) -> Any:  # Textual asks for single rows only
        return self._make(row)


class OneLine(LineView):
    """Shows the line that a function returns for a width."""

    DEFAULT_CSS = "OneLine { height: 1; }"

    def __init__(self, text: Callable[[int], TextLine], *, surface: str = "ground") -> None:
        super().__init__(lambda width, _: [text(width)], surface=surface)


class Words(LineView):
    """Shows the sentences that a function returns, wrapped, with a margin at either side."""

    DEFAULT_CSS = "Words { height: 2; }"

    def __init__(
        self, sentences: Callable[[], Sequence[TextLine]], *, surface: str = "ground"
    ) -> None:
        super().__init__(
            lambda width, height: wrap_with_margins(sentences(), width, height), surface=surface
        )
        self._sentences = sentences

    def fit(self, width: int, least: int, most: int) -> None:
        """Be as high as the sentences need at a width, between two heights."""
        needed = sum(len(wrapped(text, max(1, width - 2))) for text in self._sentences())
        self.styles.height = max(least, min(needed, most))
