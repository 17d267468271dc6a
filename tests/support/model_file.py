"""Model files without the library: their frame (magic, version, header, arrays, checksum) and forged ones."""
import copy
import json
import struct
import zlib

MAGIC, PREFIX = b"SCPP\r\n\x1a\n", struct.Struct("<8sIQ")
TYPES = {"float64": "<f8", "int32": "<i4", "int64": "<i8"}


def parts_of(content):
    """The header, with places where the arrays are, and the bytes of the arrays."""
    magic, version, size = PREFIX.unpack_from(content)
    assert magic == MAGIC and version == 1
    assert zlib.crc32(content[:-4]) == struct.unpack("<I", content[-4:])[0]
    return json.loads(content[PREFIX.size:PREFIX.size + size]), content[PREFIX.size + size:-4]


def framed(header, data):
    text = json.dumps(header).encode()
    content = PREFIX.pack(MAGIC, 1, len(text)) + text + data
    return content + struct.pack("<I", zlib.crc32(content))


def is_array(value):
    return isinstance(value, dict) and set(value) == {"type", "shape", "offset"}


def with_arrays(value, data):
    """The header with its arrays instead of their places."""
    import numpy  # forging needs none

    if is_array(value):
        count = int(numpy.prod(value["shape"]))
        array = numpy.frombuffer(data, TYPES[value["type"]], count, value["offset"]).reshape(value["shape"])
        return array[()] if array.ndim == 0 else array
    if isinstance(value, dict):
        return {key: with_arrays(inner, data) for key, inner in value.items()}
    return [with_arrays(inner, data) for inner in value] if isinstance(value, list) else value


def read(path):
    with open(path, "rb") as file:
        return with_arrays(*parts_of(file.read()))


def moved(value, by):
    """A part of a header whose arrays stand so many bytes further on."""
    if is_array(value):
        return {**value, "offset": value["offset"] + by}
    if isinstance(value, dict):
        return {key: moved(inner, by) for key, inner in value.items()}
    return value


def first_offset(value):
    if is_array(value):
        return value["offset"]
    return min((first_offset(inner) for inner in value.values() if isinstance(inner, dict)), default=float("inf"))


def chain(content, splits):
    """A model with one split made one with a chain of copies of it, each on the second side of the one before."""
    header, data = parts_of(content)
    starts = [first_offset(node) for node in header["nodes"]] + [len(data)]
    assert len(header["nodes"]) == 3
    nodes, chunks, at = [], [data[:starts[0]]], starts[0]

    def add(like, **changes):
        nonlocal at
        nodes.append({**moved(copy.copy(header["nodes"][like]), at - starts[like]), **changes})
        chunks.append(data[starts[like]:starts[like + 1]])
        at += len(chunks[-1])

    for order in range(splits):
        here = 2 * order
        add(0, parent=here - 2 if order else -1, children=[here + 1, here + 2], order=order)
        add(1, parent=here)
    add(2, parent=2 * splits - 2)
    return framed({**header, "nodes": nodes}, b"".join(chunks))
