"""Data sets of SAS with packed rows, made of one that R's haven wrote: none of the writers that can be had packs.

The packing follows what is published of the format (Shotwell, *SAS7BDAT Database Binary Format*; Ross, *Simple Data Compression*,
1992), from the side of whoever writes: nothing here looks at how the program unpacks. That the outcome is what such files look like
is shown by others who read it: ReadStat (pyreadstat) and pandas.
"""

import random
import struct

MAGIC = bytes(12) + bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")
SIGNATURES = {"runs": b"SASYZCRL", "ross": b"SASYZCR2"}
HEAD, POINTER, PAGE = 40, 24, 4096


def by_runs(row):
    """Runs of one byte, and bytes between them as they are (COMPRESS=CHAR)."""
    out, at = bytearray(), 0
    special = {0x40: (0x50, 0xD0), 0x20: (0x60, 0xE0), 0x00: (0x70, 0xF0)}
    while at < len(row):
        run = 1
        while at + run < len(row) and row[at + run] == row[at]:
            run += 1
        byte = row[at]
        if byte in special and run >= 2:
            long, short = special[byte]
            if run >= 18:
                run = min(run, 17 + 255 + 15 * 256)
                out += bytes([long | (run - 17) >> 8, (run - 17) & 255])
            else:
                run = min(run, 17)
                out.append(short | run - 2)
        elif run >= 3:
            if run >= 19:
                run = min(run, 18 + 255 + 15 * 256)
                out += bytes([0x40 | (run - 18) >> 8, (run - 18) & 255, byte])
            else:
                run = min(run, 18)
                out += bytes([0xC0 | run - 3, byte])
        else:
            end = at
            while end < len(row) and row[end : end + 3] != row[end : end + 1] * 3:
                if row[end] in special and row[end : end + 2] == row[end : end + 1] * 2:
                    break
                end += 1
            run = end - at
            if run > 64 + 4096:
                run = min(run, 64 + 4096 + 255 + 15 * 256)
                rest = run - 64 - 4096
                out += bytes([0x10 | rest >> 8, rest & 255])
            elif run > 111:
                out += bytes([run - 64 >> 8, run - 64 & 255])
            elif run >= 96:
                out.append(0x20 | run - 96)
            elif run > 64:
                out += bytes([0, run - 64])
            else:
                out.append((0x80, 0x90, 0xA0, 0xB0)[(run - 1) // 16] | (run - 1) % 16)
            out += row[at : at + run]
        at += run
    return bytes(out)


def by_ross(row):
    """Runs and repeated patterns behind sixteen bits that say which of the next items are commands (COMPRESS=BINARY)."""
    items, at = [], 0
    while at < len(row):
        run = 1
        while at + run < len(row) and row[at + run] == row[at] and run < 4096 + 18:
            run += 1
        length, back = longest_before(row, at)
        if run >= 3 and run >= length:
            if run <= 18:
                items.append((True, bytes([run - 3, row[at]])))
            else:
                items.append((True, bytes([0x10 | (run - 19) & 15, run - 19 >> 4, row[at]])))
            at += run
        elif length >= 3:
            offset = back - 3
            if length <= 15:
                items.append((True, bytes([length << 4 | offset & 15, offset >> 4])))
            else:
                items.append((True, bytes([0x20 | offset & 15, offset >> 4, length - 16])))
            at += length
        else:
            items.append((False, row[at : at + 1]))
            at += 1
    out = bytearray()
    for start in range(0, len(items), 16):
        group = items[start : start + 16]
        bits = sum(1 << 15 - place for place, (command, _) in enumerate(group) if command)
        out += struct.pack(">H", bits) + b"".join(content for _, content in group)
    return bytes(out)


def longest_before(row, at):
    """The longest earlier pattern that does not overlap, and how far back it begins."""
    best = (0, 0)
    for start in range(max(0, at - 4098), at - 2):
        length = 0
        while length < min(at - start, 271, len(row) - at) and row[start + length] == row[at + length]:
            length += 1
        if length > best[0] and at - start >= 3:
            best = (length, at - start)
    return best


PACKERS = {"runs": by_runs, "ross": by_ross}


def text_of(random_, length):
    """A text with runs of every kind, stretches without any, and pieces of what stands before."""
    out = bytearray()
    while len(out) < length - 300:
        kind = random_.randrange(4)
        if kind == 0:
            out += random_.choice([b" ", b"@", b"x"]) * random_.choice([2, 3, 17, 18, 19, 33, 290])
        elif kind == 1:
            out += bytes(random_.choice(b"abcdefgh123") for _ in range(random_.choice([1, 16, 17, 64, 65, 95, 96, 111, 112, 200])))
        elif out:
            start = random_.randrange(len(out))
            out += out[start : start + random_.choice([3, 15, 16, 40, 271])]
    # A blank at the end, or the beginning, would be lost to one reader or another.
    return b"a" + bytes(out[: length - 2]).rstrip() + b"z"


def packed(plain, how, count=200, wide=2000, seed=7):
    """A data set as haven wrote it, with `count` of its rows, their texts `wide` bytes long; each is packed where that makes it shorter."""
    random_ = random.Random(seed)
    first, page_length = struct.unpack_from("<II", plain, 196)
    assert page_length == PAGE, "as haven writes"
    meta, data = (bytearray(plain[first + at * PAGE : first + (at + 1) * PAGE]) for at in (0, 1))
    subheaders = [struct.unpack_from("<QQBB", meta, HEAD + POINTER * at) for at in range(struct.unpack_from("<H", meta, 36)[0])]
    starting = lambda signature: next(at for at, *_ in subheaders if meta[at : at + 2] == signature)
    (size, size_length, *_), text, columns = subheaders[0], starting(b"\xfd\xff"), starting(b"\xfc\xff")
    width, held = struct.unpack_from("<QQ", meta, size + 40)
    plain_rows = [data[HEAD + at * width : HEAD + (at + 1) * width] for at in range(held)]

    # The one column of texts becomes wider, and those behind it move.
    places = [struct.unpack_from("<QIHB", meta, columns + 16 + 16 * at) for at in range(5)]
    start, narrow = next((at, length) for at, length, _, kind in places if kind == 2)
    for at, (place, length, *_) in enumerate(places):
        struct.pack_into("<QI", meta, columns + 16 + 16 * at, place + (wide - narrow) * (place > start), wide if place == start else length)
    struct.pack_into("<QQ", meta, size + 40, width + wide - narrow, count)
    rows = []
    for number in range(count):
        row = random_.choice(plain_rows)
        filled = text_of(random_, random_.randrange(400, wide)).ljust(wide)
        rows.append(struct.pack("<d", number + 1) + row[8:start] + filled + row[start + narrow :])

    meta[text + 20 : text + 28] = SIGNATURES[how]
    # Where that word stands: block of texts, place behind the block's signature, length.
    struct.pack_into("<HHH", meta, size + size_length - 118, 0, 12, 8)
    pages = [bytes(meta)]
    items = []
    for row in rows:
        short = PACKERS[how](row)
        items.append((4, short) if len(short) < len(row) else (0, row))
    while items:
        page, end, placed = bytearray(PAGE), PAGE, 0
        while items and end - len(items[0][1]) >= HEAD + POINTER * (placed + 1):
            packing, content = items.pop(0)
            end -= len(content)
            page[end : end + len(content)] = content
            struct.pack_into("<QQBB", page, HEAD + POINTER * placed, end, len(content), packing, 1)
            placed += 1
        struct.pack_into("<HHH", page, 32, 0, placed, placed)
        pages.append(bytes(page))
    header = bytearray(plain[:first])
    struct.pack_into("<Q", header, 204, len(pages))
    return bytes(header) + b"".join(pages)
