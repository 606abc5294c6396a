"""Saving by itself: the laws of the module with a clock of the test's own, and the page's timing with a fake clock."""

import json

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import served
from browser.steps import Writes, open_view, saved, section, setting, stop_the_clock

LABORATORY = """
const { autosave } = await import("/web/autosave.js");
const timers = new Map(); let now = 0, next = 1;
const set = (call, after) => { timers.set(next, [now + after, call]); return next++; };
const clock = { set, clear: (id) => timers.delete(id) };
const rest = async () => { for (let n = 0; n < 20; n++) await null; };
const pass = async (milliseconds) => {
  now += milliseconds;
  for (const [id, [at, call]] of [...timers]) if (at <= now) { timers.delete(id); call(); }
  await rest();
};
const sent = []; let answers = [];
const send = (target, changes, { leaving }) => {
  sent.push([target, changes.map((one) => [one.path.join("."), one.value, one.before]), leaving]);
  const answer = answers.shift() ?? {};
  return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
};
const saver = autosave({ send, clock, isCancelled: (error) => error.name === "AbortError" });
const A = "A", B = "B";
"""


@pytest.fixture(scope="module")
def laboratory(browser):
    """Runs statements beside an autosave with a clock and a server of its own; gives back what they return."""
    context = browser.new_context()
    page = context.new_page()
    with served() as address:
        page.goto(f"{address}/web/autosave.js")
        yield _in(page)
    context.close()


def _in(page: Page):
    return lambda statements: json.loads(
        page.evaluate(f"(async () => {{ {LABORATORY} const made = await (async () => {{ {statements} }})(); "
                      "return JSON.stringify(made); })()")
    )  # fmt: skip


def test_a_burst_is_one_write_of_the_newest_value_700_ms_after_its_end(laboratory):
    assert laboratory("""
        for (const text of ["a", "ab", "abc"]) { saver.edit(A, ["x"], text, ""); await pass(600); }
        const before = sent.length;
        await pass(99); const almost = sent.length;
        await pass(1);
        return [before, almost, sent, saver.status().phase];
    """) == [0, 0, [["A", [["x", "abc", ""]], False]], "saved"]  # fmt: skip


def test_all_differences_go_in_one_write(laboratory):
    assert laboratory("""
        saver.edit(A, ["x"], 1, 0); saver.edit(A, ["y", "z"], true, false);
        await pass(700);
        return sent;
    """) == [["A", [["x", 1, 0], ["y.z", True, False]], False]]  # fmt: skip


def test_what_is_as_stored_is_never_sent(laboratory):
    assert laboratory("""
        saver.edit(A, ["x"], "same", "same");
        saver.edit(A, ["y"], "other", "as it was"); saver.edit(A, ["y"], "as it was", "as it was");
        await pass(5000);
        return [sent, saver.status().phase];
    """) == [[], "idle"]  # fmt: skip


def test_an_edit_during_a_save_is_saved_after_it(laboratory):
    assert laboratory("""
        let open; answers = [new Promise((done) => { open = done; })];
        saver.edit(A, ["x"], 1, 0); await pass(700);
        saver.edit(A, ["x"], 2, 0); await pass(700);
        const during = sent.length;
        open({}); await rest(); await pass(700);
        return [during, sent.map((one) => one[1][0]), saver.status()];
    """) == [1, [["x", 1, 0], ["x", 2, 1]], {"phase": "saved", "why": "", "count": 0}]  # fmt: skip


def test_an_edit_is_saved_where_it_was_typed(laboratory):
    assert laboratory("""
        saver.edit(A, ["x"], 1, 0); saver.edit(B, ["x"], 2, 0);
        await saver.flush();
        return [sent.map(([target, [change]]) => [target, change[1]]), saver.all().length];
    """) == [[["A", 1], ["B", 2]], 0]  # fmt: skip


def test_an_answer_says_nothing_about_the_edits_of_another_target(laboratory):
    assert laboratory("""
        let open; answers = [new Promise((done) => { open = done; })];
        saver.edit(A, ["x"], 1, 0); await pass(700);
        saver.edit(B, ["x"], 9, 0);
        open({ errors: [{ path: ["x"], message: "no" }] }); await rest();
        return [saver.at(A, ["x"]).error, saver.at(B, ["x"]).error, saver.at(B, ["x"]).value];
    """) == ["no", "", 9]  # fmt: skip


def test_leaving_sends_at_once_even_behind_a_save_under_way(laboratory):
    assert laboratory("""
        answers = [new Promise(() => {})];
        saver.edit(A, ["x"], 1, 0); await pass(700);
        saver.edit(A, ["y"], 2, 0); saver.flush({ leaving: true }); await rest();
        return sent.map((one) => [one[1], one[2]]);
    """) == [[[["x", 1, 0]], False], [[["y", 2, 0]], True]]  # fmt: skip


def test_cancelling_is_no_error_and_loses_nothing(laboratory):
    assert laboratory("""
        answers = [Object.assign(new Error("stopped"), { name: "AbortError" })];
        saver.edit(A, ["x"], 1, 0); await pass(700);
        const phase = saver.status().phase; await saver.flush();
        return [phase, sent.length, saver.status().phase];
    """) == ["waiting", 2, "saved"]  # fmt: skip


def test_a_failed_save_keeps_the_edit_and_says_why(laboratory):
    assert laboratory("""
        answers = [new Error("the disk is full")];
        saver.edit(A, ["x"], 1, 0); await pass(700);
        const failed = [saver.status(), saver.at(A, ["x"]).value]; await saver.flush();
        return [failed, saver.status().phase, sent[1][1]];
    """) == [[{"phase": "failed", "why": "the disk is full", "count": 1}, 1], "saved", [["x", 1, 0]]]  # fmt: skip


def test_an_invalid_field_blocks_itself_alone(laboratory):
    assert laboratory("""
        saver.edit(A, ["x"], "a lot", 1, "no number"); saver.edit(A, ["y"], 2, 0);
        await pass(700);
        const first = [sent, saver.status().phase];
        saver.edit(A, ["x"], 3, 1); await pass(700);
        return [...first, sent[1][1], saver.status().phase];
    """) == [[["A", [["y", 2, 0]], False], ["A", [["x", 3, 1]], False]], "invalid", [["x", 3, 1]], "saved"]  # fmt: skip


def test_a_conflict_is_a_question_with_two_answers(laboratory):
    assert laboratory("""
        answers = [{ conflicts: [{ path: ["x"], theirs: 5 }, { path: ["y"], theirs: 6 }] }];
        saver.edit(A, ["x"], 1, 0); saver.edit(A, ["y"], 2, 0); await pass(700);
        const phase = saver.status().phase; await pass(5000); const waits = sent.length;
        saver.keepMine(A, ["x"]); saver.takeTheirs(A, ["y"]); await pass(700);
        return [phase, waits, sent[1][1], saver.status()];
    """) == ["question", 1, [["x", 1, 5]], {"phase": "saved", "why": "", "count": 0}]  # fmt: skip


def test_news_from_elsewhere_ask_only_where_the_same_field_is_being_edited(laboratory):
    assert laboratory("""
        saver.edit(A, ["x"], 1, 0); saver.edit(A, ["y"], 2, 0);
        saver.reconcile((target, [name]) => ({ x: 7, y: 0 })[name]);
        return [saver.at(A, ["x"]).conflict, saver.at(A, ["y"]).conflict ?? null, saver.status().phase];
    """) == [{"theirs": 7}, None, "question"]  # fmt: skip


def test_the_page_writes_once_for_a_burst_and_700_ms_after_it(page: Page, context, site):
    page.clock.install()
    page.reload()
    title = section(page, "goal").get_by_role("textbox", name="Title", exact=True)
    writes = Writes(page)
    stop_the_clock(page)
    for text in ("A", "Ai", "Aim"):
        title.fill(text)
        page.clock.run_for(600)
    page.clock.run_for(99)
    page.evaluate("0")
    assert writes.changes() == []
    page.clock.run_for(1)
    saved(page)
    assert writes.changes() == [("sections.goal.title", "Aim")]


def test_a_pending_edit_is_saved_when_the_page_is_closed(page: Page, site):
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("Aim")
    page.goto("about:blank")
    page.wait_for_timeout(300)
    assert site.profile("handoff")["sections"]["overrides"] == [{"id": "goal", "title": "Aim"}]


@pytest.mark.parametrize("to", [("profiles", "conversation", "en"), ("profiles", "handoff", "zh"), ("settings",)])
def test_a_switch_in_the_middle_of_an_edit_saves_it_where_it_was_typed(page: Page, site, to):
    open_view(page, "profiles", "handoff", "en")
    writes = Writes(page)
    page.get_by_label("Change English alone").check()
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("Aim")
    open_view(page, *to)
    saved(page)
    target = writes.bodies[0]["target"]
    assert (target["profile"], target["language"], target["only_here"]) == ("handoff", "en", True)
    assert site.profile("handoff") == {"languages": {"en": {"overrides": [{"id": "goal", "title": "Aim"}]}}}


def test_two_tabs_merge_other_fields_and_ask_about_the_same_one(page: Page, browser, site):
    other = browser.new_context(locale="en-GB").new_page()
    other.goto(site.address)
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("Mine")
    section(other, "progress").get_by_role("textbox", name="Title", exact=True).fill("Elsewhere")
    saved(other)
    saved(page)
    expect(page.locator("[data-section=progress] .title")).to_have_text("Elsewhere")
    expect(other.locator("[data-section=goal] .title")).to_have_text("Mine")

    page.clock.install()
    stop_the_clock(page)
    section(page, "goal").get_by_role("textbox", name="Title", exact=True).fill("First")
    section(other, "goal").get_by_role("textbox", name="Title", exact=True).fill("Second")
    saved(other)
    page.get_by_role("button", name="Changed elsewhere").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("First")
    expect(question).to_contain_text("Second")
    assert site.profile("handoff")["sections"]["overrides"][0]["title"] == "Second"
    question.get_by_role("button", name="Keep mine").click()
    page.clock.run_for(700)
    saved(page)
    assert site.profile("handoff")["sections"]["overrides"][0]["title"] == "First"
    expect(other.locator("[data-section=goal] .title")).to_have_text("First")
    other.context.close()


def test_an_edit_of_the_file_by_hand_appears_and_its_comments_stay(page: Page, site):
    open_view(page, "settings")
    text = "# mine\nmessage_count = 9 # often\n"
    site.user.write_text(text, "utf-8")
    expect(setting(page, "message_count").locator("input")).to_have_value("9")
    setting(page, "ledger_tokens").locator("input").fill("5000")
    saved(page)
    assert site.user.read_text("utf-8").startswith(text)
    assert site.stored() == {"message_count": 9, "ledger_tokens": 5000}


def test_a_file_that_can_t_be_written_says_so_and_the_edit_stays(page: Page, site):
    site.user.parent.rename(site.user.parent.with_name("moved"))
    site.user.parent.write_text("no folder", "utf-8")
    title = section(page, "goal").get_by_role("textbox", name="Title", exact=True)
    title.fill("Aim")
    expect(page.locator(".state")).to_have_attribute("data-phase", "failed")
    expect(page.locator(".state")).to_contain_text("Not saved:")
    expect(title).to_have_value("Aim")
    site.user.parent.unlink()
    site.user.parent.mkdir()
    page.get_by_role("button", name="Try again").click()
    saved(page)
    assert site.profile("handoff")["sections"]["overrides"] == [{"id": "goal", "title": "Aim"}]
