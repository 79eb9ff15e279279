"""Reading a PNG's pixels, as far as Chromium writes them (8 bits, RGB or RGBA, not interlaced; PNG, section 9)."""

import struct
import zlib
from collections import Counter
from pathlib import Path

Colour = tuple[int, int, int]


def colours(file: Path) -> Counter[Colour]:
    """How many pixels of each colour a picture has."""
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind = data[at + 4 : at + 8]
        chunks[kind] = chunks.get(kind, b"") + data[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, colour_type, *_, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, interlaced) == (8, 0)
    step = {2: 3, 6: 4}[colour_type]
    found: Counter[Colour] = Counter()
    for line in _lines(zlib.decompress(chunks[b"IDAT"]), width * step, height, step):
        found.update(zip(line[0::step], line[1::step], line[2::step], strict=True))
    return found


def _lines(raw: bytes, length: int, height: int, step: int) -> list[bytes]:
    before = bytearray(length)
    lines = []
    for at in range(0, height * (length + 1), length + 1):
        line = bytearray(raw[at + 1 : at + 1 + length])
        _unfilter(raw[at], line, before, step)
        lines.append(bytes(line))
        before = line
    return lines


def _unfilter(kind: int, line: bytearray, up: bytearray, step: int) -> None:
    for x in range(len(line) if kind else 0):
        left = line[x - step] if x >= step else 0
        corner = up[x - step] if x >= step else 0
        guess = (0, left, up[x], (left + up[x]) // 2, _paeth(left, up[x], corner))[kind]
        line[x] = (line[x] + guess) & 255


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
