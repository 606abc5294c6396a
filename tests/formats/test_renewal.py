"""A session as a new one: one line changed, the rest as it stands."""

from foldline.formats import omp, pi
from foldline.formats.renewal import Fresh, with_line

FRESH = Fresh("new-id", "2026-02-03T04:05:06.007Z")
DATA = b'{"type":"title","v":1}\n{"type":"session", "id":"a","x":{"y":1,"z":2}}\r\n{"type":"session","id":"b"}\n'


def test_only_the_first_line_of_the_kind_changes():
    changed = with_line(DATA, "session", {"id": "c", "x": {"y": 3}})
    first, second, third = changed.split(b"\n")[:3]
    assert first == b'{"type":"title","v":1}'
    assert second == b'{"type":"session","id":"c","x":{"y":3,"z":2}}\r'
    assert third == b'{"type":"session","id":"b"}'


def test_a_file_without_such_a_line_stays_as_it_is():
    assert with_line(DATA, "other", {"id": "c"}) == DATA


def test_a_pi_session_names_the_file_it_came_from():
    for module in (pi, omp):
        renewed = module.renew(DATA, "/s/old.jsonl", FRESH)
        assert renewed.name == "2026-02-03T04-05-06-007Z_new-id.jsonl"
        info = module.load(renewed.data).info
        assert info.id == "new-id"
        assert b'"parentSession":"/s/old.jsonl"' in renewed.data
