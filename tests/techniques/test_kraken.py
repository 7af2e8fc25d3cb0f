"""Kraken fish: what HoDoKu finds is all that is found; each certified by trying all choices."""

# ruff: noqa: E501  (library lines are long)

from itertools import combinations, islice

import pytest

from nonet import Grid, Puzzle, parse, read
from nonet.techniques import Position, technique
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import Closure
from nonet.techniques.families import kraken

from .certificate import found_steps, is_proven, mask, positions

KEYS = ("kraken-fish-1", "kraken-fish-2")
# Positions where HoDoKu 2.2 finds one elimination by fish of that value.
FACTS = [
    ("kraken-fish-1", ":0371:8:+74.8...+16.....5.371..7...8....47.....8...1....37..615.....2..+74..9......2.....96.::885::"),
    ("kraken-fish-1", ":0371:9:.....6......7...2...9.3.5....5.9.84.8..2....6+9......7.39..4....5.....4....4..1..8::927::"),
    ("kraken-fish-1", ":0371:8:1..5...2....28..6..+27...8..2..7.5..34.............39....6..8.....9.7+25....+24.9..7:412 912 415 422 922 435 142 152 757 162:882::"),
    ("kraken-fish-2", ":0372:8:+74.8...+16.....5.371..7...8....47.....8...1....37..615.....2..+74..9......2.....96.::885::"),
    ("kraken-fish-2", ":0372:3:1..5...2....28..6..+27...8..2..7.5..34.............39....6..8.....9.7+25....+24.9..7:412 912 415 422 922 435 142 152 757 162:882::"),
    ("kraken-fish-2", ":0372:9:.....6......7...2...9.3.5....5.9.84.8..2....6+9......7.39..4....5.....4....4..1..8::927::"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "line"), FACTS)
def test_what_hodoku_removes_by_fish_of_a_value_is_all_that_is_found(key, line):
    position = Position.of(parse(line))
    _, _, value, _, _, removed, *_ = line.split(":")
    layout = position.layout
    steps = [s for s in found_steps(position, key) if layout.symbol(s.detail[0].value) == value]
    assert [step.eliminations for step in steps] == [mask(layout, removed)]


def test_the_catalogue_knows_hodokus_codes():
    assert technique("0371") is technique("Kraken Fish") is technique("kraken-fish-1")
    assert technique("0372").title == "Kraken Fish Type 2"


def _puzzles():
    yield from read("puzzles/hard.txt")[:3]
    for name in ("x", "jigsaw"):
        yield read(f"puzzles/{name}.json")[0]


@pytest.mark.parametrize("number", [0, 4])
def test_no_choice_in_the_truths_leaves_what_was_removed_nor_is_it_the_solution(number):
    puzzle = list(_puzzles())[number]
    for position, solution in islice(positions(puzzle, KEYS, seed=number, removed_share=0.2), 1, 2):
        steps = found_steps(position, *KEYS)
        for step in steps:
            assert not step.eliminations & solution
        for step in steps[::15]:
            assert is_proven(position, step)


@pytest.mark.parametrize("number", [0, 2])
def test_the_fish_alone_removes_nothing_and_a_chain_leaves_each_place(number):
    position = Position.of(list(_puzzles())[number])
    layout = position.layout
    steps = found_steps(position, *KEYS)
    assert {step.key for step in steps} == set(KEYS)
    for step in steps:
        value, fish, starts, cover = step.detail[0]
        shift = value * layout.cell_count
        own = [position.places_of(value) & layout.houses[n].cells for n in fish.bases]
        links = [position.places_of(value) & layout.houses[n].cells for n in fish.covers]
        assert len(own) == len(links) <= 4 and not set(fish.bases) & set(fish.covers)
        assert 1 <= fish.fins.bit_count() <= 5 and fish.endo_fins.bit_count() <= 2
        for cell in range(layout.cell_count):
            bases, covers = (sum(m >> cell & 1 for m in side) for side in (own, links))
            assert bool(fish.fins >> cell & 1) == (bases > 1 or (bases == 1 and not covers))
            if covers and (not bases or covers > 1):
                assert fish.fins & ~layout.sees[cell]
        if step.key == "kraken-fish-1":
            assert starts == fish.fins and step.eliminations >> shift & layout.all_cells
        else:
            assert cover in fish.covers and not fish.fins & ~starts
        assert {chain.nodes[0] for chain in step.chains} == {1 << c + shift for c in bits(starts)}
        for chain in step.chains:
            assert chain.on[0] and not chain.on[-1] and chain.nodes[-1] == step.eliminations


def test_every_kraken_fish_of_a_small_grid_is_found(monkeypatch):
    """Against all choices of two or three bases and covers in a 6x6, one after another."""
    monkeypatch.setattr(kraken, "SIZES", (2, 3))
    position = Position.of(read("puzzles/6x6.txt")[0])
    mine = {
        (step.key, step.detail[0].value, step.eliminations.bit_length() - 1)
        for step in found_steps(position, *KEYS)
        if step.detail[0].value in VALUES
    }
    assert all(sum(key == step[0] for step in mine) > 2 for key in KEYS)
    assert mine == set(_by_brute_force(position))


VALUES = (3,)
"""Those looked for: one of six."""


def _by_brute_force(position):
    """Key, value and candidate of each, of either kind."""
    layout = position.layout
    at = Graph.of(position, "groups")
    off = {c: Closure(at, c, True).off & position.open for c in bits(position.open)}
    boxes = layout.houses_by_kind["box"]
    rows, columns = layout.houses_by_kind["row"] + boxes, layout.houses_by_kind["column"] + boxes
    for value in VALUES:
        places, shift = position.places_of(value), value * layout.cell_count
        for bases, covers in ((rows, columns), (columns, rows)):
            for size in (2, 3):
                for chosen in combinations(bases, size):
                    body, endo = _sums(places & house.cells for house in chosen)
                    for links in combinations(covers, size):
                        held = [places & house.cells for house in links]
                        covered, twice = _sums(held)
                        fins = body & ~covered | endo
                        seen = layout.seen_by_all(fins)
                        removable = covered & ~body | twice
                        if (
                            not 1 <= fins.bit_count() <= 5
                            or endo.bit_count() > 2
                            or set(chosen) & set(links)
                            or any(not house.cells & body for house in links)
                            or not all(house.cells & places for house in chosen)
                            or not seen
                            or removable & seen
                        ):
                            continue
                        for target in bits(removable << shift & _all(off, fins << shift)):
                            yield "kraken-fish-1", value, target
                        for cells in held:
                            starts = cells & body & ~twice
                            if starts != cells:
                                starts |= fins
                                for target in bits(_all(off, starts << shift)):
                                    if not starts >> target % layout.cell_count & 1:
                                        yield "kraken-fish-2", value, target


def _sums(masks):
    """What is in one of some masks, and in two."""
    once = twice = 0
    for cells in masks:
        twice |= once & cells
        once |= cells
    return once, twice


def _all(off, starts):
    common = -1
    for start in bits(starts):
        common &= off[start]
    return common


def test_where_hodoku_finds_none_there_is_none():
    line = "+6+5+82+94+713+9+41+7+3+82..+2+37+56+18+4+9+5236+1+9+4+8+7+8+6+9+3+4752+1+1+7+4+8+25+3..+38+6+1+7+2+9+54+79+54+8+6+1+3+2+4+1+29+53+678"
    assert found_steps(Position.of(parse(f":0371::{line}:::")), *KEYS) == []
    assert found_steps(Position.of(Puzzle(Grid.square(9))), *KEYS) == []


def test_words_tell_the_fish_then_a_chain_from_each_place():
    position = Position.of(parse(FACTS[1][1]))
    for step in found_steps(position, *KEYS):
        text = step.text
        head, *chains = text.notation.split("; ")
        assert head.startswith(("Finned ", "Sashimi ")) and " f" in head.replace(" ef", " f")
        assert len(chains) == len(step.chains) == step.detail[0].chain_starts.bit_count()
        assert all(chain.startswith("r") and " -" in chain for chain in chains)
        assert text.look.startswith("Look at the ")
        assert text.plain.endswith(".") and text.plain.count(" So in any case ") == 1
        cell, value = step.removed[0]
        assert f"{value} can be removed from {cell}." in text.plain
