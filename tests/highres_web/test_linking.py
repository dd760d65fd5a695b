"""Joining ES modules: the browser must get from one script what it got from many."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser

from highres_web.linking import UnknownForm, link
from highres_web.settings import BASE_DIR

STATIC = BASE_DIR / "static"
MODULES = {
    "page/main.js": """// The page.
import { double, two } from "./tools/numbers.js";
import "../shared/greeting.js";

globalThis.told = [double(two), globalThis.greeting];
const { late } = await import("./late.js");
export async function again() { return late; }
""",
    "page/tools/numbers.js": """import { greeting } from "../../shared/greeting.js";
const secret = greeting.length;
export const two = secret - 3;
export function double(n) { return 2 * n; }
""",
    "shared/greeting.js": """const secret = "hello";
export const greeting = secret;
globalThis.greeting = [...globalThis.greeting ?? [], secret];
""",
}


def linked(**changes: str) -> str:
    return link("page/main.js", {**MODULES, **changes}.__getitem__)


def test_each_module_runs_once_in_the_order_of_need_and_keeps_its_names(chromium: Browser):
    page = chromium.new_page()
    script = linked().replace('import("./late.js")', "{ late: 1 }")
    page.set_content(f'<script type="module">{script}</script>')
    page.wait_for_function("globalThis.told")
    assert page.evaluate("told") == [4, ["hello"]]
    page.close()


def test_an_import_that_is_called_stays_where_it_was():
    assert 'await import("./late.js")' in linked()


@pytest.mark.parametrize(
    "line",
    [
        'import whole from "./whole.js";',
        'import * as all from "../shared/greeting.js";',
        'import { greeting } from "elsewhere";',
        "export default function () {}",
        "export { two };",
        "export let changing = 1;",
    ],
)
def test_what_cannot_be_joined_is_named_with_its_file(line):
    with pytest.raises(UnknownForm) as refusal:
        linked(**{"page/tools/numbers.js": line + "\n"})
    assert "page/tools/numbers.js" in str(refusal.value)
    assert line in str(refusal.value)


def test_modules_that_need_each_other_are_named():
    with pytest.raises(UnknownForm, match="imports itself"):
        linked(**{"shared/greeting.js": 'import { again } from "../page/main.js";\n'})


@pytest.mark.parametrize(
    "path",
    sorted(str(file.relative_to(STATIC)) for file in STATIC.rglob("*.js")),
)
def test_every_script_of_ours_can_be_joined(path):
    def read(name: str) -> str:
        return Path(finders.find(name)).read_text()

    assert "\nimport " not in "\n" + link(path, read)
