"""Debian's Chromium for Playwright, and how a person forbids it to keep cookies."""

import json
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
BLOCK = 2  # Chromium's word for "never"
ALLOW = 0  # its word for "also in the frames of other sites"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def program() -> str:
    """Where Chromium is; empty when there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or ""


def is_complaint(message: ConsoleMessage) -> bool:
    """Whatever a page says, but for the browser's note that a person was faster than autofocus."""
    return not message.text.startswith("Autofocus processing was blocked")


def shown(running: Browser) -> str:
    """The text of every open page and frame, for the report of a test that failed."""
    texts = []
    for page in [page for context in running.contexts for page in context.pages]:
        for frame in page.frames:
            try:
                texts.append(f"{frame.url}\n{frame.evaluate('document.body.innerText')}")
            except Error as error:
                texts.append(f"{frame.url}: {error}")
    return "\n\n".join(texts) or "no page"


def launch_options() -> dict[str, Any]:
    return {"executable_path": program(), "args": [*FLAGS]}


def write_preferences(profile: Path, preferences: dict[str, Any]) -> None:
    """Settings of a new browser profile, as its owner would have made them."""
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "Preferences").write_text(json.dumps({"profile": preferences}))


def forbid_cookies(profile: Path, *origins: str) -> None:
    """No cookie and no storage for pages of these origins; without any, for no page at all."""
    if not origins:
        return write_preferences(profile, {"default_content_setting_values": {"cookies": BLOCK}})
    rules = {f"{origin},*": {"setting": BLOCK} for origin in origins}
    exceptions = {"content_settings": {"exceptions": {"cookies": rules}}}
    return write_preferences(profile, {"block_third_party_cookies": True, **exceptions})
