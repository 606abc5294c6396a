import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.values.value_context import MAX_WORDS
from foldline.core.values.value_mentions import argument_mentions, command_mentions, prose_mentions, recalled


def typed(text: str) -> list[str]:
    return [mention.text for mention in prose_mentions(text, by_user=True)]


def written(text: str) -> list[str]:
    return [mention.text for mention in prose_mentions(text, by_user=False)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Use port 8081 and retry after 30 seconds.", ["8081", "30 seconds"]),
        ("Deploy region: eu-west-1", ["eu-west-1", "eu-west-1"]),
        ("The codename is Heron and the budget is $12,500", ["$12,500", "Heron"]),
        (
            "commit 7f3c2a9 broke it, see https://example.org/a/b/pull/42.",
            ["7f3c2a9", "https://example.org/a/b/pull/42"],
        ),
        ("timeout should be 30s, max retries 5, opacity 0.85", ["30s", "5", "0.85"]),
        ("meeting on May 27 at 14:30, room B-204", ["May 27", "14:30", "B-204"]),
        ("due 27 May", ["27 May"]),
        ("set MAX_UPLOAD_MB=250 and LOG_LEVEL to debug", ["250", "MAX_UPLOAD_MB", "LOG_LEVEL"]),
        ("status must be one of: draft, review, published", ["draft, review, published"]),
        ("mode = fast | safe | off", ["fast | safe | off"]),
        ("my phone is +49 170 1234567", ["+49 170 1234567"]),
        ("seat 14C, gate 7", ["14C", "7"]),
        ("keep 20k tokens", ["20k tokens"]),
        ("端口是8081，超时改为30秒", ["8081", "30秒"]),
        ("代号是“青鸟”，预算5000元", ["5000元", "青鸟"]),
        ("8081 is the staging port", ["8081"]),
        ("the bucket is called 'logs of may'", ["logs of may"]),
        ("(#1a73e8)", ["#1a73e8"]),
        ("it has 41 million rows and grows by 3 million a month", ["41 million rows", "3 million a month"]),
        ("at most 5 s, the station gives up after 8. it sends every 15", ["5 s", "8", "15"]),
        ("30 requests per second, 5 MB/s, 3 times a day", ["30 requests per second", "5 MB/s", "3 times a day"]),
        ("the hole of 31 march, due 3 june", ["31 march", "3 june"]),
        ("deploy to region B", ["B"]),
        ("表有4100万行", ["4100万行"]),
        ("欠他三十两，东西在丙字七号柜，第三层", ["三十两", "丙字七号柜", "第三层"]),
        ("初五子时三刻见，走了九天，不超过两百字", ["初五", "子时三刻", "九天", "两百字"]),
        ("a" * 700 + " the port is 8081", ["8081"]),
    ],
)
def test_exact_values_are_found_in_what_a_user_typed(text: str, values: list[str]) -> None:
    assert typed(text) == values


@pytest.mark.parametrize(
    "text",
    [
        *(
            "I have 3 questions",
            "see line 45 and step 12",
            "in 2019 we moved",
            "the branch is broken",
            "shot at 2.38.50 PM.png",
            "read src/main.ts:12",
            "some hours have 13 or 14 samples instead of 12",
            "it draws 24 slots, 61 of 449 fail, from 50 to 60",
            "sends every 15",
            "一个人等了两天，一次就够，当时还有两个",
        ),
        *("the password is hunter22", "use key sk-proj-abc123456", "10x faster, the 2nd time", "utf-8 please", "a | b"),
        *(
            "2024-01-01 10:00:00 INFO id=4711 started",
            "    at run (app.js:12)",
            '{"id": 4711}',
            "$ curl localhost:3000",
        ),
        *(
            "| 4711 | 12 ms |",
            "TypeError: code 4711",
            "/var/log/app-4711.log",
            "status    4711    ok",
            "```\nport 8080\n```",
        ),
    ],
)
def test_counts_places_pastes_and_secrets_are_no_values(text: str) -> None:
    assert typed(text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Released v1.2.3 as 7f3c2a9, see https://example.org", ["v1.2.3", "7f3c2a9", "https://example.org"]),
        ("The timeout is now 60 seconds", ["60 seconds"]),
        ("It checked 232 files in 12 ms", []),
        ("`total=12` and MAX_SIZE", []),
        ("Set $MAX_SIZE in the environment", ["MAX_SIZE"]),
        ("The bucket name is acme-logs", []),
        ("mail ops@example.org", ["ops@example.org"]),
        ("valid values: low, mid, high", ["low, mid, high"]),
        ("That is the fault: 61 of 449 fail in 4.5 s", []),
        ("The reading is 50 to 60, which makes 75 alerts on 31 March", []),
        ("Set the timeout to 45 seconds", ["45 seconds"]),
        ("我哥哥记了三年账，丙字七号柜", ["丙字七号柜"]),
    ],
)
def test_an_agents_prose_gives_only_what_is_exact(text: str, values: list[str]) -> None:
    assert written(text) == values


@pytest.mark.parametrize(
    ("text", "gone", "comes"),
    [
        ("use 9090 instead of 8080", "8080", "9090"),
        ("change the port from 8080 to 9090", "8080", "9090"),
        ("not 30 seconds but 45 seconds", "30 seconds", "45 seconds"),
        ("不是8080，而是9090", "8080", "9090"),
        ("把8080改成9090", "8080", "9090"),
        ("不是8080，是9090", "8080", "9090"),
        ("timeout 30s -> 60s", "30s", "60s"),
        ("20 min is too short. make it 35 min", "20 min", "35 min"),
        ("20 min is way too short, it sends every 15 min.\nmake it 35 min", "20 min", "35 min"),
        ("30秒太短了，改成60秒", "30秒", "60秒"),
        ("use v1.3.0, not v1.2.9", "v1.2.9", "v1.3.0"),
    ],
)
def test_a_correction_names_the_value_that_goes(text: str, gone: str, comes: str) -> None:
    mentions = {mention.text: mention for mention in prose_mentions(text, by_user=True)}
    assert mentions[gone].retired
    assert not mentions[comes].retired
    assert mentions[comes].replaces == gone


@pytest.mark.parametrize("text", ["30 s is too short", "30 s is too short for 5 MB", "8080 -> docker"])
def test_a_value_that_is_only_doubted_holds_until_there_is_another(text: str) -> None:
    assert not any(mention.retired for mention in prose_mentions(text, by_user=True))


@pytest.mark.parametrize(
    "text",
    [
        "timeout: 30s",
        "retries is 5 and workers is 5",
        "端口是8081，超时改为30秒",
        "the id is ORD-2291-XK of May 27, 5 MB/s",
    ],
)
def test_a_value_is_the_same_mention_when_only_its_phrase_is_left(text: str) -> None:
    for mention in prose_mentions(text, by_user=True):
        again = recalled(mention.text, mention.phrase)
        assert (again.text, again.kind, again.label, again.phrase) == (
            mention.text, mention.kind, mention.label, mention.phrase,
        )  # fmt: skip


def test_a_phrase_without_its_value_tells_nothing() -> None:
    assert (recalled("8081", "no such number").kind, recalled("", "x").kind) == ("", "")


def test_a_journey_from_one_place_to_another_retires_nothing_by_itself() -> None:
    assert [mention.retired for mention in prose_mentions("it came from port 8080", by_user=True)] == [False]


def test_the_arguments_of_a_call_give_ids_not_settings() -> None:
    arguments = {
        "reservation_id": "ZFA04Y",
        "limit": 5,
        "note": "a sentence with 4711",
        "payments": [{"payment_id": "card_9725"}],
        "flights": ["HAT078", 3],
        "api_key": "A1B2C3D4",
        "date": "2024-05-27",
        "n": "12",
    }
    assert [mention.phrase for mention in argument_mentions(arguments)] == [
        "reservation_id: ZFA04Y",
        "payment_id: card_9725",
        "flights: HAT078",
        "date: 2024-05-27",
    ]


@pytest.mark.parametrize(
    ("script", "values"),
    [
        ("PORT=4000 npm start", ["4000"]),
        ("export REGION='eu-west-1'; run", ["eu-west-1"]),
        ("curl https://example.org/x | jq .", ["https://example.org/x"]),
        ("curl localhost:3000", ["localhost:3000"]),
        ("psql postgres://me:pw@db/x", []),
        ("at 12:30 run", []),
        ("API_TOKEN=abc123 run", []),
        ("A_B=$X run", []),
        ("sleep 5", []),
        ("ls\nPORT=4000 x", []),
    ],
)
def test_a_command_gives_the_values_it_sets(script: str, values: list[str]) -> None:
    assert [mention.text for mention in command_mentions(script)] == values


@given(st.text(alphabet="ab1.8 :=#$-_,|()'\"`\n是改从to fromport", max_size=80))
def test_a_phrase_has_at_most_eight_words_and_holds_its_value(text: str) -> None:
    for mention in prose_mentions(text, by_user=True):
        assert len(mention.phrase.split()) <= max(MAX_WORDS, len(mention.text.split()))
        assert mention.text
        assert mention.text in text


def test_long_prose_is_read_in_linear_time() -> None:
    text = "the port is 8081 and the id is ORD-2291-XK, one of a, b, c or d | e | f\n" * 600 + "x1" * 200_000
    started = time.perf_counter()
    assert typed(text)
    assert time.perf_counter() - started < 2
