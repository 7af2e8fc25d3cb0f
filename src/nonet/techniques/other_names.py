"""Names that sudokuwiki.org, SudokuStudio and other pages have for techniques of the catalogue.

A name leads to the technique that is the same, or whose steps contain the named special case: the
guardians of a rectangle followed by forcing chains contain "UR + XY-Wing". A name of a whole
family, whose members have keys of their own here, stands for all members where several techniques
can be named, and is else an error that lists the members. A name in ``RELATED`` is known, but the
technique is not searched: an error names the nearest technique.

>>> KEYS_BY_OTHER_NAME["chute remote pairs"], FAMILIES["bug"][:2]
('grouped-w-wing', ('bug+1', 'bug-2'))
>>> RELATED["senior exocet"]
('junior-exocet',)
"""

from __future__ import annotations

import re
from functools import lru_cache

KEYS_BY_OTHER_NAME = {
    "naked quads": "naked-quadruple",
    "hidden quads": "hidden-quadruple",
    "pointing pairs": "pointing",
    "pointing triples": "pointing",
    "line box reduction": "claiming",
    "chute remote pairs": "grouped-w-wing",
    "x cycles": "fishy-cycle",
    "grouped x cycles": "grouped-fishy-cycle",
    "triple firework": "firework-triple",
    "quadruple firework": "firework-quadruple",
    "hidden unique rectangle": "hidden-rectangle",
    "hidden unique rectangles": "hidden-rectangle",
    # type 5 of sudokuwiki.org is type 6 here, as type 5 is HoDoKu's
    **{f"hidden unique rectangle type {n}": "hidden-rectangle" for n in ("1", "2", "2b")},
    **{
        f"unique rectangle type {name}": f"unique-rectangle-{number}"
        for name, number in (("2a", 2), ("2b", 2), ("2c", 5), ("3b", 3), ("4a", 4), ("4b", 4))
    },
    "alternating inference chain": "aic",
    "alternating inference chains": "aic",
    "aic with groups": "grouped-aic",
    "exocet": "junior-exocet",
    "pattern overlay": "template-delete",
    "pattern overlay method": "template-delete",
    "pom": "template-delete",
    "ape": "aligned-pair-exclusion",
    "last possible number": "naked-single",
    "last remaining cell": "hidden-single",
    "obvious single": "naked-single",
    "obvious pairs": "naked-pair",
    "obvious triples": "naked-triple",
    "rectangle elimination": "empty-rectangle",
    "twinned xy chains": "xy-chain",
    "quad forcing chains": "cell-forcing-chain",
    "digit forcing chains": "forcing-chain-verity",
    "bowmans bingo": "forcing-net-contradiction",
    "bowman bingo": "forcing-net-contradiction",
    "nice loop": "discontinuous-nice-loop",
    "nice loops": "discontinuous-nice-loop",
    "multi value x wing": "multi-sector-locked-sets",
    "multivalue x wing": "multi-sector-locked-sets",
    "sword fish": "swordfish",
    "jelly fish": "jellyfish",
    "double exocet": "junior-exocet",
    "killer combinations": "cage-combinations",
    "cage unit overlap": "constraint-and-house",
    "killer cage unit overlap": "constraint-and-house",
    "law of leftover": "set-equivalence",
    "law of leftovers": "set-equivalence",
    "law of leftovers lol": "set-equivalence",
    "lol": "set-equivalence",
    "crosshatching row": "hidden-single-line",
    "crosshatching column": "hidden-single-line",
    "complex remote pair": "remote-pair",
    "grouped xy chain": "grouped-aic",
    "grouped xy cycle": "grouped-continuous-nice-loop",
    "finned chain": "forcing-chain-verity",
    "finned grouped chain": "forcing-chain-verity",
    "rectangle forcing chain": "unique-rectangle-forcing-chain",
    "merged cell forcing chains": "cell-forcing-chain",
    "merged region forcing chains": "region-forcing-chain",
    "rectangle death blossom": "unique-rectangle-forcing-chain",
    "bivalue universal grave plus n": "bug-forcing-chain",
    "bivalue universal grave plus n forcing chains": "bug-forcing-chain",
    "bivalue universal grave false candidate type": "bug-forcing-chain",
    "bivalue universal grave xz rule": "bug-forcing-chain",
    "unique loop strong link type": "unique-loop-forcing-chain",
    **{
        f"{kind} rectangle {case}": f"{kind}-rectangle-forcing-chain"
        for kind in ("unique", "avoidable")
        for case in (
            "2d",
            "3x",
            "xy wing",
            "xyz wing",
            "wxyz wing",
            "w wing",
            "sue de coq",
            "singly linked almost locked sets xz",
            "doubly linked almost locked sets xz",
        )
    },
    **{
        f"{kind} rectangle external {case}": f"external-{kind}-rectangle"
        for kind in ("unique", "avoidable")
        for case in (
            *(f"type {number}" for number in range(1, 5)),
            "turbot fish",
            "xy wing",
            "w wing",
            "almost locked sets xz",
        )
    },
    **{
        f"avoidable rectangle {case}": "avoidable-rectangle-forcing-chain"
        for case in (
            "type 3",
            "type 5",
            "hidden single block",
            "hidden single row",
            "hidden single column",
        )
    },
}
"""Keys by names in lower case."""

FAMILIES: dict[str, tuple[str, ...]] = {
    "naked candidates": ("naked-pair", "naked-triple", "naked-quadruple"),
    "hidden candidates": ("hidden-pair", "hidden-triple", "hidden-quadruple"),
    "intersection removal": ("pointing", "claiming"),
    "locked candidates": ("pointing", "claiming"),
    "simple colouring": ("simple-colors-trap", "simple-colors-wrap"),
    "simple coloring": ("simple-colors-trap", "simple-colors-wrap"),
    "singles chains": ("simple-colors-trap", "simple-colors-wrap"),
    "multi colouring": ("multi-colors-1", "multi-colors-2"),
    "multi coloring": ("multi-colors-1", "multi-colors-2"),
    "multi colors": ("multi-colors-1", "multi-colors-2"),
    "bug": ("bug+1", "bug-2", "bug-3", "bug-4"),
    "bivalue universal grave": ("bug+1", "bug-2", "bug-3", "bug-4"),
    "unique rectangle": tuple(f"unique-rectangle-{n}" for n in range(1, 7)),
    "unique rectangles": tuple(f"unique-rectangle-{n}" for n in range(1, 7)),
    "uniqueness test": tuple(f"unique-rectangle-{n}" for n in range(1, 7)),
    "avoidable rectangle": ("avoidable-rectangle-1", "avoidable-rectangle-2"),
    "avoidable rectangles": ("avoidable-rectangle-1", "avoidable-rectangle-2"),
    "extended rectangles": tuple(f"extended-rectangle-type-{n}" for n in range(1, 5)),
    "extended unique rectangles": tuple(f"extended-rectangle-type-{n}" for n in range(1, 5)),
    "unique loop": tuple(f"unique-loop-{n}" for n in range(2, 5)),
    "firework": ("firework-triple", "firework-quadruple"),
    "fireworks": ("firework-triple", "firework-quadruple"),
    "almost locked sets": ("als-xz", "als-xy-wing", "als-chain", "als-w-wing"),
    "templates": ("template-set", "template-delete"),
    "mutant fish": ("mutant-swordfish", "mutant-jellyfish", "mutant-squirmbag"),
    "unit forcing chains": ("forcing-chain-verity",),
}
"""The keys of some members of a family, by its names."""

_SINGLES = ("hidden single", "naked single", "crosshatching", "full house")
_SIZES = ("pair", "triple", "quadruple")

RELATED: dict[str, tuple[str, ...]] = {
    **{
        f"siamese {fins} {size}": (f"{fins}-{size}",)
        for fins in ("finned", "sashimi")
        for size in ("x-wing", "swordfish", "jellyfish")
    },
    **{
        f"{siamese}{fins} {shape}": tuple(
            f"finned-{shape}-{size}" for size in ("x-wing", "swordfish")
        )
        for siamese in ("", "siamese ")
        for fins in ("finned", "sashimi")
        for shape in ("franken", "mutant")
    },
    **{
        f"{kind} exocet": ("junior-exocet",)
        for kind in (
            "senior",
            "weak",
            "lame weak",
            "franken junior",
            "mutant junior",
            "franken senior",
            "mutant senior",
            "advanced franken senior",
            "advanced mutant senior",
        )
    },
    **{
        f"junior exocet {case}": ("junior-exocet",)
        for case in (
            "conjugate pair",
            "mirror",
            "adjacent target",
            "incompatible pair",
            "target pair",
            "generalized fish",
            "locked member",
        )
    },
    "double exocet generalized fish": ("junior-exocet",),
    "pattern locked quadruple": ("junior-exocet", "sk-loop"),
    "blossom loop": ("forcing-chain-verity",),
    "house death blossom": ("death-blossom",),
    "n times almost locked sets death blossom": ("death-blossom", "als-chain"),
    "aligned quintuple exclusion": ("aligned-quadruple-exclusion",),
    "extended subset principle": ("als-xz", "sue-de-coq"),
    "sue de coq 3 dimension": ("sue-de-coq", "multi-sector-locked-sets"),
    "sue de coq cannibalism": ("sue-de-coq",),
    "uniqueness clue cover": ("bug-forcing-chain",),
    "extended rectangle type 3 cannibalism": ("extended-rectangle-type-3",),
    "unique rectangle burred subset": ("unique-rectangle-3", "unique-rectangle-forcing-chain"),
    "cage comparison": ("constraint-and-house", "innies"),
    "cage splitting": ("innies", "outies"),
    **{
        f"unique rectangle {plus}{case}": ("unique-rectangle-forcing-chain",)
        for plus in ("", "+")
        for case in ("2b", "2d1", "3x1", "3x2", "3n", "3u", "3e", "4x", "4c")
    },
    **{
        f"incomplete {wing}wxyz wing": ("als-xz", "wxyz-wing")
        for wing in ("", "v", "uv", "tuv", "stuv", "rstuv")
    },
    **{
        f"{maker} {single}": (maker.replace(" ", "-"),)
        for maker in (
            "pointing",
            "claiming",
            *(f"{kind} {size}" for kind in ("naked", "hidden") for size in _SIZES),
            *(f"locked {size}" for size in _SIZES[:2]),
        )
        for single in _SINGLES
    },
    **dict.fromkeys(
        (f"complex {single}" for single in _SINGLES), ("hidden-single", "naked-single")
    ),
    **{
        name: near
        for names, near in (
            ("almost locked candidates, almost locked pair", ("als-xz", "grouped-aic")),
            ("almost locked triple, almost locked quadruple", ("als-xz",)),
            ("empty rectangle intersection pair, erip", ("empty-rectangle", "grouped-w-wing")),
            ("xyz ring, xyz loop, xyz nice, nice xyz, siamese xyz", ("grouped-aic",)),
            ("grouped xyz, grouped nice xyz, siamese grouped xyz", ("grouped-aic",)),
            ("multi branch w wing", ("w-wing", "grouped-w-wing")),
            ("node collision", ("grouped-x-chain",)),
            ("bent naked", ("xyz-wing", "wxyz-wing", "als-xz")),
            ("stuvwxyz wing, rstuvwxyz wing", ("tuvwxyz-wing", "als-xz")),
            ("almost hidden set, ahs xz", ("als-xz",)),
            ("bivalue oddagon", ("broken-wing", "forcing-chain-verity")),
            ("bug lite, bivalue universal grave lite", ("bug-forcing-chain", "unique-loop-1")),
            ("multivalue universal grave, mug, unique matrix", ("extended-rectangle-type-1",)),
            ("anonymous deadly pattern, qiu deadly", ("borescoper-deadly-pattern-type-1",)),
            ("locked qiu deadly, rotating deadly", ("borescoper-deadly-pattern-type-1",)),
            ("reverse bug, reverse bivalue universal grave", ("bug+1",)),
            ("gurth, gsp, extended gurth, anti gurth", ("brute-force",)),
            ("locked hidden", ("locked-pair", "locked-triple")),
            ("whip, g whip, grouped whip", ("forcing-chain-contradiction", "nishio-forcing-chain")),
            ("braid, g braid", ("forcing-net-contradiction", "dynamic-forcing-chain")),
            (
                "naked pair plus, naked pair +, naked triple plus, naked triple +",
                ("naked-pair", "naked-triple"),
            ),
            ("naked quadruple plus, naked quadruple +", ("naked-quadruple",)),
        )
        for name in names.split(", ")
    },
}
"""The nearest techniques, by names of techniques that are not searched.

A name that begins with such a name, as those of types and variants do, has the same.
"""


def normalized_name(name: str) -> str:
    """Return a name without case, blanks and punctuation, except the plus sign."""
    return re.sub(r"[^a-z0-9+]", "", name.lower().replace("colour", "color"))


@lru_cache(maxsize=1)
def _normalized_keys() -> dict[str, str]:
    return {normalized_name(name): key for name, key in KEYS_BY_OTHER_NAME.items()}


@lru_cache(maxsize=1)
def _normalized_families() -> dict[str, tuple[str, ...]]:
    return {normalized_name(name): keys for name, keys in FAMILIES.items()}


@lru_cache(maxsize=1)
def _normalized_related() -> dict[str, tuple[str, ...]]:
    return {normalized_name(name): keys for name, keys in RELATED.items()}


def key_of_other_name(name: str) -> str:
    """Return the key of a normalized name, also of its plural; empty if the name is unknown."""
    keys = _normalized_keys()
    return keys.get(name) or keys.get(name.removesuffix("s"), "")


def family_members(name: str) -> tuple[str, ...]:
    """Return the keys of a family by its normalized name."""
    return _normalized_families().get(name, ())


def related_techniques(name: str) -> tuple[str, ...]:
    """Return the techniques nearest to a known technique that is not searched."""
    related = _normalized_related()
    starts = [start for start in related if name.startswith(start)]
    return related[max(starts, key=len)] if starts else ()
