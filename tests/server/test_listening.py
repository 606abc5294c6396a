"""A real server in a process of its own, on loopback."""

import http.client
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import pytest

from foldline.errors import SettingsError
from foldline.server.listening import listen

SECONDS = 20


class Served:
    def __init__(self, process):
        self.process = process
        line = process.stdout.readline()
        self.address = urlsplit(re.search(r"http://\S+", line)[0])
        self.line = line

    @contextmanager
    def get(self, path, **headers):
        at = self.address.hostname, self.address.port
        with closing(http.client.HTTPConnection(*at, timeout=SECONDS)) as connection:
            connection.request("GET", path, headers=headers)
            with connection.getresponse() as answer:
                yield answer

    def status(self, path, **headers):
        with self.get(path, **headers) as answer:
            return answer.status

    def end(self, sign=signal.SIGINT):
        self.process.send_signal(sign)
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err


@contextmanager
def serving(tmp_path, *arguments, command="serve", **more):
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FOLDLINE")}
    environ |= {"FOLDLINE_SETTINGS": str(tmp_path / "settings.toml"), "PYTHONUNBUFFERED": "1", **more}
    words = [sys.executable, "-W", "error", "-m", "foldline", command, *arguments]
    with subprocess.Popen(
        words, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        watchdog = threading.Timer(3 * SECONDS, process.kill)
        watchdog.start()
        try:
            yield Served(process)
        finally:
            watchdog.cancel()
            process.kill()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_serves_and_ends_without_a_word_too_many(tmp_path, sign):
    with serving(tmp_path, "--port", "0") as server:
        assert server.line.startswith("Foldline's page: http://127.0.0.1:")
        with server.get("/api/state") as answer:
            assert answer.status == 200
            assert answer.getheader("server") is None
        assert server.end(sign) == (0, "", "ended\n")


def test_it_ends_at_once_though_a_page_still_listens(tmp_path):
    with serving(tmp_path, "--port", "0") as server, server.get("/api/events") as stream:
        assert stream.readline() == b"event: changed\n"
        assert server.end() == (0, "", "ended\n")


def test_a_change_by_hand_reaches_an_open_page(tmp_path):
    with serving(tmp_path, "--port", "0") as server, server.get("/api/events") as stream:
        assert stream.getheader("content-type").startswith("text/event-stream")
        first = [stream.readline() for _ in range(3)]
        (tmp_path / "settings.toml").write_text("ratio = 0.5\n")
        second = [stream.readline() for _ in range(3)]
    assert first[0] == second[0] == b"event: changed\n"
    assert first[1].startswith(b'data: {"version": "')
    assert first[1] != second[1]


@pytest.mark.parametrize(
    ("length", "status"), [(b"99999999999", b"HTTP/1.1 413"), (b"-1", b"HTTP/1.1 400"), (b"1000", b"")]
)
def test_a_body_that_breaks_off_or_lies_ends_without_a_traceback(tmp_path, length, status):
    with serving(tmp_path, "--port", "0") as server:
        at = server.address.hostname, server.address.port
        with closing(socket.create_connection(at, timeout=SECONDS)) as client:
            client.sendall(b"PATCH /api/settings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n")
            client.sendall(b"Content-Length: " + length + b"\r\n\r\n{")
            client.shutdown(socket.SHUT_WR)
            assert client.recv(len(status) or 1).startswith(status)
        assert server.status("/api/state") == 200
        code, _, err = server.end()
    assert code == 0
    assert "Traceback" not in err


def test_a_port_that_is_taken_is_passed_over_and_said(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving(tmp_path, "--port", str(port)) as server:
            assert server.address.port > port
            _, _, err = server.end()
    assert err == f"port {port} is taken; this is on {server.address.port}\nended\n"


def test_any_other_host_than_this_machine_needs_a_token_and_says_so(tmp_path):
    with serving(tmp_path, "--port", "0", "--host", "0.0.0.0") as server:  # noqa: S104
        assert server.status("/api/state") == 401
        token = server.address.query.removeprefix("token=")
        assert server.status("/api/state", authorization=f"Bearer {token}") == 200
        _, _, err = server.end()
    assert "0.0.0.0 can be reached from other machines" in err


def test_a_setting_may_be_fixed_as_long_as_it_runs(tmp_path):
    with serving(tmp_path, "--port", "0", "--set", "ratio=0.3") as server, server.get("/api/state") as answer:
        text = answer.read().decode()
    assert '"name":"ratio","value":0.3,"default":0.7,"origin":"flag"' in text


@pytest.mark.parametrize("host", ["nobody.invalid", "203.0.113.7"])
def test_a_host_that_is_not_here_is_told(host):
    with pytest.raises(SettingsError, match="choose another --host or --port"):
        listen(host, 8321)


def test_where_no_port_is_free_that_is_told():
    with socket.create_server(("127.0.0.1", 65_535)), pytest.raises(SettingsError, match="port 65535"):
        listen("127.0.0.1", 65_535)


def test_settings_opens_the_page_in_the_browser(tmp_path):
    browser, told = tmp_path / "browser", tmp_path / "told"
    os.mkfifo(told)
    pipe = os.open(told, os.O_RDWR)
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{told}"\n')
    browser.chmod(0o755)
    with serving(tmp_path, "--port", "0", command="settings", BROWSER=f"{browser} %s") as server:
        assert select.select([pipe], [], [], SECONDS)[0] == [pipe]
        assert os.read(pipe, 1_000).decode() == server.address.geturl()
        assert server.end() == (0, "", "ended\n")
    os.close(pipe)
