"""Going on by itself: a timer that presses the key for the next node, or for the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal import stepping, stops

if TYPE_CHECKING:
    from textual.timer import Timer

    from treeexplorer.engine import Record
    from treeexplorer.terminal.screens.explorer import Explorer


class Autoplay:
    """Lets an explorer go on by itself until its end, a breakpoint or a key.

    Args:
        explorer: Whose steps are gone through.
    """

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._timer: Timer | None = None
        self._backwards = False

    @property
    def playing(self) -> bool:
        """Whether the explorer goes on by itself."""
        return self._timer is not None

    def toggle(self, *, backwards: bool = False) -> None:
        """Start, or stop; turn round where it goes the other way.

        Args:
            backwards: Whether to go back by itself.
        """
        if self.playing and backwards == self._backwards:
            self.stop()
            self._explorer.say("stopped")
        else:
            self._backwards = backwards
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
        explorer, session = self._explorer, self._explorer.session
        stop: int | None = None

        def move(record: Record, step: int) -> int | None:
            nonlocal stop
            if self._backwards:
                target = stepping.previous_node(record, step)
                most = 0 if target is None else step - target
                stop = stops.previous_stop(session.place, record, step, most)
                return stop if stop is not None and most and stop >= step - most else target
            target = stepping.next_node(record, step)
            most = 0 if target is None else target - step
            stop = stops.next_stop(session.place, record, step, most)
            return stop if stop is not None and most and stop <= step + most else target

        if not explorer.move(move):
            self._rest()
        elif session.step == stop:
            self.stop()
            here = explorer.label(session.current)
            explorer.say(stops.reason(session.place, session.record, stop, here))

    def _rest(self) -> None:
        """Stop where it goes no further, unless the search itself still goes on."""
        explorer, session = self._explorer, self._explorer.session
        if self._backwards or not session.searching:
            self.stop()
            end = explorer.wait_for("this is the end of the search")
            explorer.say("this is the start of the search" if self._backwards else end)
