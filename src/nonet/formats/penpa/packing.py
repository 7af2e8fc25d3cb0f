"""The packed text in a link to Penpa+: lines of text, packed by DEFLATE, in base64.

>>> unpack(pack("square,4,4"))
'square,4,4'
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from nonet.errors import FormatError
from nonet.formats.links import MAX_TEXT_LENGTH

KEY_ABBREVIATIONS = (
    *(("zO", "null"), ("z_", '"__a"'), ("z7", '"nobulbthermo"'), ("z6", '"killercages"')),
    *(("z4", '"deletelineE"'), ("z5", '"polygon"'), ("z0", '"squareframe"')),
    *(("zD", '"direction"'), ("z3", '"arrows"'), ("zT", '"thermo"'), ("z2", '"freelineE"')),
    *(("zF", '"freeline"'), ("z1", '"numberS"'), ("z8", '"command_replay"')),
    *(("zU", '"command_undo"'), ("zR", '"command_redo"'), ("zB", '"board"')),
    *(("zP", '"special"'), ("zY", '"symbol"'), ("zN", '"number"'), ("zC", '"cage"')),
    *(("zW", '"wall"'), ("zE", '"lineE"'), ("zL", '"line"'), ("zS", '"surface"')),
    *(("zM", '"edit_mode"'), ("zG", '"grid"'), ("zA", '"pu_a"'), ("zQ", '"pu_q"')),
    *(("z9", '"qa"'), ("zZ", "z")),
)
"""Short forms and their long forms, in the order in which short forms are expanded."""


def pack(text: str) -> str:
    """Return a text as packed in a link."""
    import zlib

    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def unpack(text: str) -> str:
    """Return the text of a packed link.

    Raise ``FormatError`` if the link is damaged or the text too large.
    """
    import zlib

    given = text.replace(" ", "+").rstrip("=")
    try:
        data = base64.b64decode(given + "=" * (-len(given) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise FormatError("not base64, or cut short") from None
    inflate = zlib.decompressobj(-15)
    try:
        inflated = inflate.decompress(data, MAX_TEXT_LENGTH)
    except zlib.error:
        raise FormatError("the packed text is damaged or cut short") from None
    if inflate.unconsumed_tail:
        raise FormatError(f"the packed text holds more than {MAX_TEXT_LENGTH >> 20} MiB")
    return inflated.decode("utf-8", "replace")


def parse_json(text: str, what: str) -> Any:
    """Return the JSON of a line, its short forms expanded; ``what`` names the line in errors."""
    for short, long in KEY_ABBREVIATIONS:
        text = text.replace(short, long)
        if len(text) > 4 * MAX_TEXT_LENGTH:
            raise FormatError(f"the {what} holds more than {MAX_TEXT_LENGTH >> 18} MiB")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"the {what} is not JSON: {error}") from None
