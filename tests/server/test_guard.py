import pytest

from foldline.server.guard import POLICY

TOKEN = "s3cret"  # noqa: S105
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.mark.parametrize("host", ["127.0.0.1:8321", "localhost", "LOCALHOST:9", "[::1]:8321", "localhost."])
def test_this_machine_is_served_by_its_own_names(api, host):
    assert api.http.get("/api/state", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8321", "192.168.0.9:8321", "", "[::2]"]
)
def test_a_name_that_only_points_here_is_refused(api, host):
    answer = api.http.get("/api/state", headers={"host": host})
    assert answer.status_code == 403
    assert "this server is not" in answer.json()["error"]


def test_a_request_that_names_two_hosts_is_meant_for_none(api):
    hosts = [("host", "127.0.0.1:8321"), ("host", "evil.example")]
    assert api.http.get("/api/state", headers=hosts).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "ftp://127.0.0.1:8321", "", "http://[bad"]
)
@pytest.mark.parametrize("method", ["GET", "PATCH"])
def test_a_page_of_another_site_is_refused(api, origin, method):
    answer = api.http.request(method, "/api/settings", headers={"origin": origin})
    assert answer.status_code == 403


def test_the_page_itself_is_served(api):
    assert api.http.get("/api/state", headers={"origin": "http://127.0.0.1:8321"}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [(LINK, 200), ({**LINK, "sec-fetch-dest": "iframe"}, 403),
     ({"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"}, 403),
     ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
     ({"sec-fetch-site": "none", "sec-fetch-mode": "navigate"}, 200)],
)  # fmt: skip
def test_another_site_may_link_here_and_nothing_else(api, headers, status):
    assert api.http.get("/", headers=headers).status_code == status


@pytest.mark.parametrize("path", ["/", "/api/state", "/openapi.json", "/api/nothing", "/web/nothing"])
def test_every_answer_forbids_scripts_that_are_not_the_pages_own(api, path):
    headers = api.http.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "no-store" in headers["cache-control"] or "no-cache" in headers["cache-control"] or "etag" in headers


def test_nothing_is_given_without_the_token(serve):
    api = serve(token=TOKEN)
    for path in ("/", "/api/state", "/openapi.json", "/?token=wrong", "/api/state?token=s3cret"):
        answer = api.http.get(path)
        assert answer.status_code == 401
        assert "token" in answer.json()["error"]


def test_a_browser_shows_the_token_once_and_keeps_it_as_a_cookie(serve):
    api = serve(token=TOKEN)
    answer = api.http.get("/?token=s3cret", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert api.http.get("/api/state").status_code == 200


@pytest.mark.parametrize(("header", "status"), [("Bearer s3cret", 200), ("bearer s3cret", 200), ("Bearer x", 401),
                                               ("Basic s3cret", 401), ("Bearer é", 401), ("", 401)])  # fmt: skip
def test_a_program_shows_the_token_with_each_request(serve, header, status):
    api = serve(token=TOKEN)
    assert api.http.get("/api/state", headers={"authorization": header.encode()}).status_code == status


def test_with_a_token_other_machines_come_by_address_or_by_the_name_that_was_given(serve):
    api = serve(token=TOKEN, hosts=("Shelf.lan",))
    token = {"authorization": "Bearer s3cret"}
    for host, status in (("192.168.0.9:8321", 200), ("shelf.lan:8321", 200), ("evil.example", 403)):
        assert api.http.get("/api/state", headers={"host": host, **token}).status_code == status
