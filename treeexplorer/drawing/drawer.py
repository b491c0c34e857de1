"""What every part of a diagram is drawn with: a painter, the places of a layout, and a canvas."""

from __future__ import annotations

from treeexplorer.drawing.layout import Layout
from treeexplorer.drawing.painter import Painter
from treeexplorer.drawing.text_canvas import TextCanvas


class Drawer:
    """Draws one kind of thing that a diagram shows; each kind is a class of its own."""

    def __init__(self, painter: Painter, layout: Layout, canvas: TextCanvas) -> None:
        """Prepare to draw; nothing is drawn yet.

        Args:
            painter: What a step of the search makes of the nodes: texts, styles, weights of lines.
            layout: The columns and lines of all that is drawn.
            canvas: Where it is drawn.
        """
        self._painter = painter
        self._layout = layout
        self._canvas = canvas
