"""Readers of the formats that translations are shipped in. Each yields translated messages."""

import re
import struct


def read_mo(data: bytes):
    """Yields the translations of a compiled gettext catalog that differ from the original."""
    order = "<" if struct.unpack("<I", data[:4])[0] == 0x950412DE else ">"
    count, originals, translations = struct.unpack(order + "3I", data[8:20])
    for index in range(count):
        length, start = struct.unpack_from(order + "2I", data, translations + 8 * index)
        original_length, original_start = struct.unpack_from(order + "2I", data, originals + 8 * index)
        if original_length == 0:
            continue
        original = data[original_start : original_start + original_length].decode("utf8", "replace")
        key = original.split("\0")[0].split("\x04")[-1]
        for text in data[start : start + length].decode("utf8", "replace").split("\0"):
            if text != key:
                yield text


def read_fluent(text: str):
    """Yields the messages of a Fluent file without their placeables."""
    for line in re.sub(r"\{[^{}]*\}", " ", text).split("\n"):
        if not line.startswith("#"):
            yield re.match(r"\s*(?:[\w.\-\[\]*]+\s*(?:=|\])\s*)?(.*)", line)[1]


def read_properties(text: str):
    """Yields the values of a Java properties file."""
    for line in text.split("\n"):
        if "=" in line and not line.startswith("#"):
            yield line.split("=", 1)[1]


def read_json(value):
    """Yields all strings of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from read_json(item)


def read_arsc(data: bytes):
    """Yields language and string of the translated resources of Android (`resources.arsc`)."""
    strings, size = _read_string_pool(data, 12)
    offset = 12 + size
    while offset < len(data):
        kind, header, size = struct.unpack_from("<HHI", data, offset)
        if kind == 0x200:
            position = offset + header
            while position < offset + size:
                kind, chunk_header, chunk_size = struct.unpack_from("<HHI", data, position)
                if kind == 0x201:
                    yield from _read_type_chunk(data, position, chunk_header, strings)
                position += chunk_size
        offset += size


def _read_string_pool(data: bytes, offset: int):
    _, header, size, count, _, flags, start, _ = struct.unpack_from("<HHIIIIII", data, offset)
    strings = []
    for index in range(count):
        position = offset + start + struct.unpack_from("<I", data, offset + header + 4 * index)[0]
        if flags & 0x100:
            position += 2 if data[position] & 0x80 else 1
            length = data[position]
            if length & 0x80:
                length = ((length & 0x7F) << 8) | data[position + 1]
                position += 1
            position += 1
            strings.append(data[position : position + length].decode("utf8", "replace"))
        else:
            length = struct.unpack_from("<H", data, position)[0]
            position += 2
            strings.append(data[position : position + 2 * length].decode("utf-16le", "replace"))
    return strings, size


def _read_type_chunk(data: bytes, position: int, header: int, strings: list[str]):
    _, flags, _, count, entries = struct.unpack_from("<BBHII", data, position + 8)
    language = _read_language(data[position + 28 : position + 30])
    if language == "":
        return
    for index in range(count):
        if flags & 1:
            entry = struct.unpack_from("<HH", data, position + header + 4 * index)[1] * 4
        else:
            entry = struct.unpack_from("<I", data, position + header + 4 * index)[0]
            if entry == 0xFFFFFFFF:
                continue
        start = position + entries + entry
        size, entry_flags, _ = struct.unpack_from("<HHI", data, start)
        values = [start + size]
        if entry_flags & 1:
            values = [start + size + 12 * item + 4 for item in range(struct.unpack_from("<I", data, start + 12)[0])]
        for value in values:
            _, _, kind, string = struct.unpack_from("<HBBI", data, value)
            if kind == 3:
                yield language, strings[string]


def _read_language(code: bytes) -> str:
    """Codes of three letters are packed into two bytes."""
    if not code[0] & 0x80:
        return code.decode("latin1").strip("\0")
    letters = (code[1] & 0x1F, ((code[1] & 0xE0) >> 5) + ((code[0] & 3) << 3), (code[0] & 0x7C) >> 2)
    return "".join(chr(97 + letter) for letter in letters)
