import pytest

from foldline.server.endpoint import LARGEST_BODY

JSON = {"content-type": "application/json"}
PATCH = b'{"version": "", "changes": [{"path": ["rules"], "value": %s}]}'


def test_a_body_of_another_type_is_not_read(api):
    for headers in ({}, {"content-type": "text/plain"}, {"content-type": "application/x-www-form-urlencoded"}):
        answer = api.http.patch("/api/settings", content=b"{}", headers=headers)
        assert answer.status_code == 415
        assert "application/json" in answer.json()["error"]


def test_a_type_with_a_character_set_is_the_same_type(api):
    answer = api.http.patch("/api/settings", content=b"[]", headers={"content-type": "application/json; charset=utf-8"})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"version": 1}', b"\xff\xfe", b"[" * 200_000, b'{"version": "\\ud800"}',
     PATCH % b"1e999", PATCH % b"NaN", PATCH % (b"[" * 5_000 + b"]" * 5_000), b'{"changes": []}', b"\0"],
)  # fmt: skip
def test_a_malformed_body_is_told_in_one_sentence(api, home, body):
    answer = api.http.patch("/api/settings", content=body, headers=JSON)
    assert answer.status_code == 400
    made = answer.json()
    assert made["error"].startswith("this request is malformed: ")
    assert "Traceback" not in answer.text
    assert home.text() == ""


def test_a_malformed_field_is_named(api):
    body = b'{"version": "", "changes": [{"path": "rules"}]}'
    made = api.http.patch("/api/settings", content=body, headers=JSON).json()
    assert made["errors"] == [{"path": ["changes", "0", "path"], "message": "Expected `array`, got `str`"}]


def test_a_body_that_is_too_large_is_not_read_to_its_end(api):
    sent = 0

    def chunks():
        nonlocal sent
        while sent < 10 * LARGEST_BODY:
            sent += 100_000
            yield b" " * 100_000

    answer = api.http.patch("/api/settings", content=chunks(), headers=JSON)
    assert answer.status_code == 413
    assert f"{LARGEST_BODY:,}" in answer.json()["error"]


@pytest.mark.parametrize(
    "path",
    ["/web/../app.py", "/web/%2e%2e/app.py", "/web/..%2fapp.py", "/web/%2e%2e%2f%2e%2e%2ferrors.py", "/web//etc/passwd",
     "/web/..%5capp.py", "/web/%00", "/../etc/passwd", "/web/....//app.py", "/web/" + "a" * 5_000],
)  # fmt: skip
def test_no_request_leads_out_of_the_pages_folder(api, path):
    answer = api.http.get(path)
    assert answer.status_code == 404
    assert "def build_app" not in answer.text
    assert "root:" not in answer.text


def test_large_answers_are_packed_and_news_are_not(api):
    assert api.http.get("/api/state").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in api.http.get("/api/nothing").headers


@pytest.mark.parametrize(("method", "path", "status"), [("POST", "/api/state", 405), ("GET", "/api/nothing", 404),
                                                       ("DELETE", "/", 405), ("GET", "/api", 404)])  # fmt: skip
def test_what_is_not_there_is_told_as_everything_else(api, method, path, status):
    answer = api.http.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"]
