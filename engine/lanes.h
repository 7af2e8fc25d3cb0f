/* Lanes: a vector of unsigned numbers of 16, 32 or 64 bits (LANE_BITS), one search node a lane.
 *
 * The operators of C work on all lanes at once.  A comparison gives a mask: all ones in the lanes
 * where it holds.  How many lanes there are follows from the processor that is compiled for.
 */
#pragma once
#include <stdint.h>

#ifndef LANE_BITS
#define LANE_BITS 16
#endif
#if defined(__AVX512BW__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#define LANES (8 * VECTOR_BYTES / LANE_BITS)
#define UNSIGNED_OF(bits) uint##bits##_t
#define UNSIGNED(bits) UNSIGNED_OF(bits)
#define VECTOR(type) type __attribute__((vector_size(VECTOR_BYTES)))

typedef UNSIGNED(LANE_BITS) element; /* what a lane holds */
typedef VECTOR(element) lanes;
typedef VECTOR(uint32_t) pairs; /* what two interleaved vectors of 16 bits are halves of */
typedef VECTOR(uint64_t) words;
typedef VECTOR(uint8_t) octets;
typedef uint8_t octets64 __attribute__((vector_size(64), aligned(1)));
typedef _Bool truths __attribute__((ext_vector_type(LANES)));
typedef uint64_t lane_set; /* bit l is lane l */

#define INLINE static inline __attribute__((always_inline))
#define OUTLINE static __attribute__((noinline, unused))
/* Loops over local arrays are unrolled, so that these are registers; long bodies are faster rolled. */
#define EACH(index, count) _Pragma("clang loop unroll(full)") for (int index = 0; index < (count); index++)
#define ROLLED(index, count) _Pragma("clang loop unroll(disable)") for (int index = 0; index < (count); index++)
#define EVERY_LANE (((lane_set)1 << LANES) - 1)
#define LANE(lane) ((lane_set)1 << (lane))
#define ELEMENT(row, lane) (((element *)&(row))[lane])

#define NONE ((lanes){0})
#define ONES (~(lanes){0})
INLINE lanes spread(int64_t value) { return (lanes){0} + (element)value; }
INLINE int64_t bit(int64_t value) { return (int64_t)((uint64_t)1 << value); } /* even the 64th */

/* -- choosing: masks are all ones or 0 in a lane ---------------------------------------------------- */

INLINE lanes where(lanes mask, lanes x, lanes y) { return (mask & x) | (~mask & y); }
INLINE lanes is_zero(lanes x) { return (lanes)(x == 0); }
INLINE lanes is_nonzero(lanes x) { return (lanes)(x != 0); }
INLINE lanes less(lanes x, lanes y) { return (lanes)(x < y); } /* of unsigned numbers */
INLINE lanes first_nonzero(lanes x, lanes y) { return where(is_zero(x), y, x); }
INLINE lanes where_nonzero(lanes x, lanes y) { return ~is_zero(x) & y; } /* y, or 0 where x is 0 */
INLINE lanes where_zero(lanes x, lanes y) { return is_zero(x) & y; }
INLINE lanes minimum(lanes x, lanes y) { return __builtin_elementwise_min(x, y); }
INLINE lanes maximum(lanes x, lanes y) { return __builtin_elementwise_max(x, y); }

/* -- sets of candidates ------------------------------------------------------------------------------ */

INLINE lanes without_lowest(lanes x) { return x & (x - 1); } /* 0 where x has one bit or none */
INLINE lanes keep_single(lanes x) { return is_zero(without_lowest(x)) & x; }
INLINE lanes bit_count(lanes x) { return __builtin_elementwise_popcount(x); }
INLINE lanes lowest_bit(lanes x) { return bit_count((x & -x) - 1); } /* its place, LANE_BITS for none */
INLINE lanes highest_bit(lanes x)                                    /* its place, -1 for none */
{
    for (int shift = 1; shift < LANE_BITS; shift *= 2)
        x |= x >> shift;
    return bit_count(x) - 1;
}

/* Where x has at most so many bits.  AVX2 cannot count bits, but can take the lowest away. */
INLINE lanes has_at_most(lanes x, int number)
{
    if (VECTOR_BYTES != 32)
        return (lanes)(bit_count(x) <= (element)number);
    for (int k = 0; k < number; k++)
        x = without_lowest(x);
    return is_zero(x);
}

/* -- sets of lanes ----------------------------------------------------------------------------------- */

INLINE lane_set nonzero_lanes(lanes x)
{
    truths each = __builtin_convertvector(x, truths);
    lane_set set = 0;
    __builtin_memcpy(&set, &each, (LANES + 7) / 8);
    return set & EVERY_LANE;
}

/* The lowest lane of a set, which loses it. */
INLINE int take_lane(lane_set *set)
{
    int lane = __builtin_ctzll(*set);
    *set &= *set - 1;
    return lane;
}

INLINE int is_many(lane_set set) /* five or more: then all lanes at once are less work than each */
{
    for (int k = 0; k < 4; k++)
        set &= set - 1;
    return set != 0;
}
