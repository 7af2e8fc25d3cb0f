"""Dark pictures: an SVG of ours with inverted lightness.

>>> dark_svg('<rect fill="#ffffff"/><path stroke="#000000"/>')
'<rect fill="#141414"/><path stroke="#ffffff"/>'
"""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls

PAPER_LIGHTNESS = 0.08
"""The lightness that replaces white, from 0 to 1: a page is seldom quite black."""

_COLOUR = re.compile(r'(fill|stroke)="#([0-9a-f]{6})([0-9a-f]{2})?"')


def dark_svg(svg: str) -> str:
    """The picture for a dark page: lightness turned round, hues kept.

    Shades that multiply their background are made to add instead.
    """
    turned = _COLOUR.sub(
        lambda match: f'{match[1]}="#{_inverted_colour(match[2])}{match[3] or ""}"', svg
    )
    return turned.replace("mix-blend-mode:multiply", "mix-blend-mode:screen")


def _inverted_colour(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    parts = hls_to_rgb(hue, 1 - lightness * (1 - PAPER_LIGHTNESS), saturation)
    return "".join(f"{round(part * 255):02x}" for part in parts)
