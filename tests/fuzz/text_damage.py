"""Damage to texts: accidents on their way, and changes made on purpose.

>>> from random import Random
>>> damage_text(Random(3), b"53..7....") != b"53..7...."
True
"""

from __future__ import annotations

from random import Random

SUSPICIOUS_TEXTS = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1f\x8b", b"\r", b"\n", b"\r\n", b"\t", b'"', b"'",
    b",", b";", b"{", b"}", b"[", b"]", b"[[[[", b"<", b">", b"#", b"%", b"0", b"9", b"-", b".",
    b"|",
    b"+", b"99999999999999999999", 5_000 * b"9", b"1e308", b"NaN", b"null", b"rules: x", b"# size: 9", b"A",
    b"z", b"\xc3\xa9", "٣".encode(), "\u2028".encode(), b"\x1b[2J", b"Grid 01", b"[Puzzle]",
    b":0000:x:",
    b"<script>", b"puzzle,solution", b'"top": 1000000000000', b"R1C1", b"box", b"jigsaw",
)  # fmt: skip


def damage_text(random: Random, text: bytes) -> bytes:
    """Return the text after one, two or four accidents."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        text = _damage_once(random, text)
    return text


def _damage_once(random: Random, text: bytes) -> bytes:
    at, until = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
    part = text[at:until]
    match random.choice((0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 7)):
        case 0:  # a bit turned over
            if not text:
                return b"\x01"
            at = random.randrange(len(text))
            return text[:at] + bytes([text[at] ^ (1 << random.randrange(8))]) + text[at + 1 :]
        case 1:
            return text[:at] + text[until:]
        case 2:
            return text[:until]
        case 3:
            return text[:at] + part[:200] * random.choice((2, 3, 50)) + text[until:]
        case 4:
            return text[:at] + random.choice(SUSPICIOUS_TEXTS) + text[at:]
        case 5:
            return text[:at] + random.choice(SUSPICIOUS_TEXTS) + text[until:]
        case 6:
            return (
                text[:at]
                + random.choice(SUSPICIOUS_TEXTS) * random.choice((2, 2, 2, 100, 100, 5_000))
                + text[at:]
            )
        case _:
            return text[until:] + part + text[:at]


def shortened_texts(text: bytes) -> list[bytes]:
    """The text with parts cut out, largest cuts first."""
    texts: list[bytes] = []
    size = len(text) // 2
    while size and len(texts) < 400:
        texts += [text[:at] + text[at + size :] for at in range(0, len(text), size)]
        size //= 2
    return texts
