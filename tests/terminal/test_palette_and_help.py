"""Everything that can be done is found in the palette and documented in help."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette

from tests.terminal.driving import DRAWN, running
from treeexplorer.terminal.keys import actions
from treeexplorer.terminal.palette import ActionProvider


@pytest.mark.parametrize("tree", [DRAWN, None])
async def test_the_palette_offers_every_action_of_the_screen(tree: str | None) -> None:
    async with running(tree) as driver:
        screen = driver.app.screen
        scopes = screen.scopes  # type: ignore[attr-defined]  # explorer and gallery have them
        offered = [
            str(hit.text) async for hit in ActionProvider(screen).discover() if hit.text is not None
        ]
        titles = [found.title for found in actions().values() if found.scope in scopes]
        missing = [t for t in titles if t != "command palette" and not any(t in o for o in offered)]
        assert missing == []


async def test_an_action_is_found_by_its_name_and_done() -> None:
    async with running(DRAWN) as driver:
        await driver.press("colon")
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")
        await driver.press(*"next cut-off".replace(" ", "_").replace("_", " "))
        await driver.sees("next cut-off")
        await driver.pilot.pause(0.3)
        await driver.press("enter", "enter")
        await driver.at_step(13)


async def test_help_documents_every_action() -> None:
    async with running(DRAWN, size=(160, 100)) as driver:
        await driver.press("f1")
        await driver.sees("All keys")
        text = driver.text
        for found in actions().values():
            if found.scope not in {"explorer", "look"}:
                continue
            main = actions()[found.shares_line_with] if found.shares_line_with else found
            assert (main.help_line or main.title)[:16].rstrip() in text, found.id


async def test_help_has_no_text_that_is_cut_off_at_80_by_24() -> None:
    async with running(DRAWN) as driver:
        await driver.press("f1")
        await driver.sees("All keys")
        seen = driver.text
        for _ in range(4):
            await driver.press("space")
            await driver.pilot.pause(0.05)
            seen += driver.text
        assert not any(line.rstrip().endswith("…") for line in seen.splitlines())
        assert "… " not in seen.replace("1 … ", "")
