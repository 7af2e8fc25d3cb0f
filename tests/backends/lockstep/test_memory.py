"""Arrays, tables and slots that compiled code reads."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from nonet import Model
from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.layouts import memory
from nonet.backends.lockstep.layouts.memory import (
    AlignedMemory,
    bit_indices,
    call_entry,
    call_slots,
    int64_array,
    mask_of,
    zeros,
)
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.model import Table


def test_a_mask_of_64_bits_is_kept_bit_by_bit() -> None:
    assert int64_array([1 << 63, 5, -1]).tolist() == [-(1 << 63), 5, -1]
    domains = dict.fromkeys("abc", range(64))
    model = Model(domains, [Table(("a", "b", "c"), {(63, 0, 63), (0, 63, 1)})])
    answer = count_rows(Kernel(model.structure), np.zeros((1, 3), np.uint8), 9)
    assert answer.counts.tolist() == [2]


def test_slots_are_addresses_and_lengths_in_order():
    numbers, data = int64_array([5, 6, 7]), zeros("B", 6)
    aligned = AlignedMemory("H", 10)
    rows = np.zeros((4, 5), np.uint8)
    slots = list(call_slots((7, numbers, (8, memory.Table(data, 2, 3)), aligned, rows)))
    assert slots == [
        7, numbers.buffer_info()[0], 3,
        8, data.buffer_info()[0], 2, 3,
        aligned.address, 10,
        rows.__array_interface__["data"][0], 4, 5,
    ]  # fmt: skip


@pytest.mark.parametrize("typecode", ["H", "I", "Q"])
def test_aligned_memory_begins_at_a_multiple_of_64_bytes(typecode):
    for length in range(1, 40):
        aligned = AlignedMemory(typecode, length)
        assert aligned.address % 64 == 0
        first = aligned.data.buffer_info()[0] + aligned.start * aligned.data.itemsize
        assert first == aligned.address and aligned.start + length <= len(aligned.data)
        assert not any(aligned.data)


def test_masks_and_bits_are_each_others_inverse():
    for mask in (0, 1, 0b1011, 1 << 63, (1 << 64) - 1):
        assert mask_of(bit_indices(mask)) == mask
    assert mask_of([3, 3, 0]) == 0b1001


def test_zeros_are_of_the_type_and_number_asked_for():
    assert (zeros("H", 3).typecode, zeros("H", 3).tolist()) == ("H", [0, 0, 0])


def test_an_entry_is_called_with_the_address_of_its_slots():
    seen = []

    def entry(address):
        slots = (ctypes.c_int64 * 2).from_address(address)
        seen.append(list(slots))
        return 9

    assert call_entry(entry, (3, 4)) == 9
    assert seen == [[3, 4]]
