import base64
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.counting.image_size import image_from_base64, image_from_url, measure
from foldline.core.messages import ImagePart


def png(width, height):
    body = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + body + struct.pack(">I", zlib.crc32(b"IHDR" + body))


def jpeg(width, height, *, marker=0xC0, before=b""):
    frame = struct.pack(">BBHBHH", 0xFF, marker, 17, 8, height, width) + bytes(10)
    return b"\xff\xd8" + before + frame + b"\xff\xda" + bytes(50)


def segment(marker, length):
    return struct.pack(">BBH", 0xFF, marker, length + 2) + b"\xc0" * length


def webp(kind, body):
    return b"RIFF" + struct.pack("<I", 100) + b"WEBP" + kind + struct.pack("<I", len(body)) + body + bytes(20)


def bmp(width, height):
    return b"BM" + bytes(12) + struct.pack("<Iii", 40, width, height) + bytes(20)


PICTURES = {
    "png": (png(1440, 900), 1440, 900),
    "gif": (b"GIF89a" + struct.pack("<HH", 320, 200) + bytes(9), 320, 200),
    "jpeg": (jpeg(640, 480), 640, 480),
    "progressive jpeg": (jpeg(640, 480, marker=0xC2), 640, 480),
    "jpeg after a large profile": (jpeg(4000, 3000, before=segment(0xE1, 60001) + segment(0xE2, 65000)), 4000, 3000),
    "jpeg after a Huffman table": (jpeg(30, 20, before=segment(0xC4, 100)), 30, 20),
    "jpeg with fill bytes": (jpeg(30, 20, before=b"\xff\xff"), 30, 20),
    "webp extended": (webp(b"VP8X", bytes(4) + (1023).to_bytes(3, "little") + (767).to_bytes(3, "little")), 1024, 768),
    "webp lossless": (webp(b"VP8L", b"\x2f" + struct.pack("<I", 99 | 49 << 14)), 100, 50),
    "webp lossy": (webp(b"VP8 ", bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", 550, 368)), 550, 368),
    "bmp": (bmp(33, 44), 33, 44),
    "bmp with rows downwards": (bmp(33, -44), 33, 44),
    "bmp of OS/2": (b"BM" + bytes(12) + struct.pack("<IHH", 12, 33, 44) + bytes(20), 33, 44),
}


@pytest.mark.parametrize(("data", "width", "height"), PICTURES.values(), ids=PICTURES)
def test_a_header_tells_the_pixels(data, width, height):
    assert measure(base64.b64encode(data).decode()) == (width, height, len(data))


def test_line_breaks_in_the_base64_text_do_not_count():
    data = jpeg(640, 480, before=segment(0xE1, 5000))
    assert measure(base64.encodebytes(data).decode()) == (640, 480, len(data))


def test_the_url_safe_alphabet_is_read_too():
    data = jpeg(640, 480, before=segment(0xE1, 500))
    assert measure(base64.urlsafe_b64encode(data).decode()) == (640, 480, len(data))


@pytest.mark.parametrize(
    "data",
    [b"", webp(b"ALPH", b""), b"\x89PNG", b"\xff\xd8\xff", b"RIFF", b"BM", b"hello, this is no picture", b"%PDF-1.7"],
)
def test_what_is_no_picture_has_only_a_size(data):
    assert measure(base64.b64encode(data).decode()) == (0, 0, len(data))


def test_a_jpeg_without_an_end_is_given_up():
    assert measure(base64.b64encode(b"\xff\xd8" + segment(0xE0, 2) * 2000).decode())[:2] == (0, 0)


@given(st.text())
def test_no_text_raises(text):
    width, height, size = measure(text)
    assert (width, height) == (0, 0) or size


@given(
    st.binary(max_size=64), st.sampled_from([b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"RIFF1234WEBPVP8X", b"BM", b"GIF8"])
)
def test_damaged_data_never_raises(tail, magic):
    assert measure(base64.b64encode(magic + tail).decode()).size == len(magic + tail)


def test_a_picture_part_keeps_no_data():
    assert image_from_base64(base64.b64encode(png(2, 3)).decode(), "image/png") == ImagePart("image/png", 2, 3, 33)


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("https://example.org/x.png", ImagePart(url="https://example.org/x.png")),
        ("data:image/svg+xml,%3Csvg/%3E", ImagePart("image/svg+xml", size=6)),
        ("data:image/svg+xml;charset=utf-8;base64,AAAA", ImagePart("image/svg+xml", size=3)),
        ("DATA:image/png;base64," + base64.b64encode(png(5, 6)).decode(), ImagePart("image/png", 5, 6, 33)),
        ("data:", ImagePart()),
        ("", ImagePart()),
    ],
)
def test_only_a_real_link_is_kept(url, part):
    assert image_from_url(url) == part
