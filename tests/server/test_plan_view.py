import json

import pytest

from cli.conftest import pi_lines, words
from foldline.compactor import load
from foldline.config.layers import Config
from foldline.core.counting.estimate import EstimateCounter
from foldline.core.settings import CompactionSettings
from foldline.server import plan_view
from foldline.server.plan_view import REST, planned


def plan(lines, tmp_path, **settings):
    session = load("".join(json.dumps(line) + "\n" for line in lines).encode())
    found = Config(settings=CompactionSettings(**settings), origins={}, folder=tmp_path, user_file=tmp_path / "s")
    return planned(session, found, EstimateCounter())


def test_each_turn_is_a_column_and_the_cut_begins_one(tmp_path):
    made = plan(pi_lines(), tmp_path, keep_recent_tokens=1000)
    chart = made.view.chart
    assert chart.turns == 6
    assert made.view.is_split_turn
    assert chart.first_turns == (1, 2, 3, 4, 5, 6, 6)
    assert chart.first_rows[chart.kept_from] == made.view.cut_row == 11


def test_thousands_of_turns_share_columns(tmp_path):
    chart = plan(pi_lines(1000, 3), tmp_path, keep_recent_tokens=300).view.chart
    assert chart.turns == 1000
    assert len(chart.first_turns) <= plan_view.MOST_COLUMNS + 1
    assert all(len(series.values) == len(chart.first_turns) for series in chart.series)


def test_the_smallest_tools_are_one(tmp_path):
    lines = pi_lines(1, 3)
    parent = lines[-1]["id"]
    for number in range(12):
        call = {"type": "toolCall", "id": f"c{number}", "name": f"tool{number:02}", "arguments": {}}
        told = {"role": "toolResult", "toolCallId": f"c{number}", "toolName": f"tool{number:02}"}
        for name, message in (
            (f"aa{number:06x}", {"role": "assistant", "content": [call]}),
            (f"bb{number:06x}", {**told, "content": [{"type": "text", "text": words(10 + number)}]}),
        ):
            lines.append({"type": "message", "id": name, "parentId": parent, "message": message})
            parent = name
    series = plan(lines, tmp_path).view.chart.series
    assert [one.name for one in series[:3]] == ["assistant", "tool tool11", "tool tool10"]
    assert (series[-1].name, len(series)) == (REST, plan_view.MOST_SERIES + 1)


@pytest.mark.parametrize(
    ("settings", "threshold"),
    [({"context_window": 1000, "threshold_percent": 50}, 500), ({"threshold_tokens": 77}, 77)],
)
def test_the_threshold_is_that_of_the_settings(tmp_path, settings, threshold):
    assert plan(pi_lines(), tmp_path, **settings).view.threshold == threshold


def test_where_nothing_would_be_folded_there_is_no_cut_and_a_reason(tmp_path):
    made = plan(pi_lines(), tmp_path)
    assert (made.view.cut_row, made.view.chart.kept_from) == (None, None)
    assert made.view.reason.startswith("Nothing to fold")
    assert set(made.rows.places) == {"kept"}
