"""Sessions to be tried on the page, and what somebody does with them there."""

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

DROP = """([name, text]) => {
  const given = new DataTransfer();
  given.items.add(new File([text], name));
  return given;
}"""


def said(role: str, text: str) -> dict:
    return {"role": role, "content": [{"type": "text", "text": text}]}


def words(count: int) -> str:
    return " ".join(f"word{number}" for number in range(count))


def pi(messages: list[dict], title: str = "") -> str:
    """A session of pi with these messages."""
    lines: list[dict] = [{"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/w"}]
    parent = None
    for number, message in enumerate(messages):
        lines.append({"type": "message", "id": f"{number:08x}", "parentId": parent, "message": message})
        parent = f"{number:08x}"
    if title:
        lines.append({"type": "session_info", "id": "ffffffff", "parentId": parent, "name": title})
    return "".join(json.dumps(line) + "\n" for line in lines)


def called(call: str, path: str, answer: str, *, failed: bool = False) -> list[dict]:
    """A call that edits a file, and what came of it."""
    asked = {"type": "toolCall", "id": call, "name": "edit", "arguments": {"path": path, "text": "x"}}
    told = {"role": "toolResult", "toolCallId": call, "toolName": "edit", "isError": failed}
    return [
        {"role": "assistant", "content": [{"type": "text", "text": "I look at it."}, asked]},
        {**told, "content": [{"type": "text", "text": answer}]},
    ]


def work(turns: int = 6, size: int = 700) -> list[dict]:
    """An agent at work: a rule, files, an error, and something left open."""
    made = [
        said("user", "Never push to main. Please mend src/parser.py, it breaks on port 8443."),
        *called("c1", "src/parser.py", "Error: src/parser.py is locked by another process", failed=True),
        *called("c2", "src/parser.py", "Changed src/parser.py"),
    ]
    for turn in range(turns):
        made += [said("user", f"please do part {turn}"), said("assistant", f"Part {turn} is done: {words(size)}")]
    return made


SESSION = pi(work())


def drop(page: Page, text: str, name: str = "session.jsonl") -> None:
    """Drop a file on the page."""
    target = page.locator(".drop, .try").last
    target.dispatch_event("drop", {"dataTransfer": page.evaluate_handle(DROP, [name, text])})


def opened(page: Page, text: str = SESSION, name: str = "session.jsonl") -> None:
    """Open the view and a session in it."""
    page.evaluate("location.hash = '#/try'")
    page.locator(".drop").wait_for()
    drop(page, text, name)
    page.locator(".canvas[data-ready]").wait_for()


def keep(page: Page, tokens: int) -> None:
    """Keep so many tokens, and wait until the plan is made by it."""
    with page.expect_response(lambda answer: answer.url.endswith("/plan")):
        page.get_by_label("Keep, in tokens").fill(str(tokens))


def fold(page: Page, name: str = "Fold") -> Locator:
    """Fold, and wait for what comes of it."""
    page.get_by_role("button", name=name, exact=True).click()
    page.locator(".working").wait_for(state="detached")
    result = page.locator(".result.stack")
    result.wait_for()
    return result


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def written(page: Page, section: str) -> Locator:
    """A section of the summary that is shown."""
    return page.locator(f".written[data-section='{section}']")


def unfold_facts(page: Page) -> None:
    closed = page.locator(".facts .fold .name button[aria-expanded=false]")
    while closed.count():
        closed.first.click()


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def fits(page: Page) -> None:
    """Nothing sticks out to the side."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    expect(page.locator("body")).to_be_visible()
