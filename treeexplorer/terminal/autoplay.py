"""Going on by itself: a timer that presses the key for the next node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal import stepping

if TYPE_CHECKING:
    from textual.timer import Timer

    from treeexplorer.terminal.screens.explorer import Explorer


class Autoplay:
    """Lets an explorer go on by itself until its end, a breakpoint or a key.

    Args:
        explorer: Whose steps are gone through.
    """

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        """Whether the explorer goes on by itself."""
        return self._timer is not None

    def toggle(self) -> None:
        """Start, or stop."""
        if self.playing:
            self.stop()
            self._explorer.say("stopped")
        else:
            self._start()
            self._go_on()

    def _start(self) -> None:
        self.stop()
        seconds = 1 / self._explorer.app.settings.speed
        self._timer = self._explorer.set_interval(seconds, self._go_on, name="play")

    def stop(self) -> None:
        """Stop."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change_speed(self, by: int) -> None:
        """Play faster or more slowly."""
        speed = self._explorer.app.change_speed(by)
        if self.playing:
            self._start()
        self._explorer.say(f"speed: {speed:g} {'node' if speed == 1 else 'nodes'} a second")

    def _go_on(self) -> None:
        explorer = self._explorer
        session = explorer.session
        if not explorer.move(stepping.next_node):
            if not session.searching:
                self.stop()
        elif session.current in session.place.breakpoints:
            self.stop()
            explorer.say(f"stopped at the breakpoint {explorer.label(session.current)}")
