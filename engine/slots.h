/* What Python and C share: made of src/nonet/backends/lockstep/layouts by tools/build_engine.py.
 *
 * A call of an entry has the address of slots of 64 bits: a number takes one; an array two, its address
 * and its length; a table three, its address and its numbers of rows and columns.
 */
#pragma once
#include <stdint.h>

/* An address takes 64 bits, even in WebAssembly. */
#define ARRAY(type, name) union { type *name; int64_t name##_slot; }; int64_t name##_size
#define TABLE(type, name) union { type *name; int64_t name##_slot; }; int64_t name##_size, name##_columns

enum {
    CLASSIC_ROWS = 353, CLASSIC_MASK = 511, CLASSIC_UNITS = 27, MAX_WEIGHT = 900, GUESS_ROWS = 3,
    DONE = 0, PAUSED = 1, STACK_FULL = 2, SOLUTIONS_FULL = 3, BROKEN = 4, STORE_NONE = 0,
    STORE_FIRST = 1, STORE_ALL = 2, OPEN = 0, LIMIT_REACHED = 1, GIVEN_UP = 2, STATES = 13,
    SHARE_NODES = 0, TRY_OWN_NODES = 1, BRANCH_EARLY = 2, TOTAL = 3, SUMS = 0, BOUNDS = 1, RELATIONS = 2,
    WIDEST = 3, GROUPS = 4, ENDS = 5, SUMS_MAX_SETS = 256, BOUNDS_EQUAL = 0, BOUNDS_AT_MOST = 1,
    BOUNDS_UNEQUAL = 2, BOUNDS_ALIKE = 3, RELATIONS_RECORD_SIZE = 4, COUNTING_EQUAL = 0,
    COUNTING_AT_MOST = 1, COUNTING_AT_LEAST = 2, COUNTING_UNEQUAL = 3, COUNTING_NO_CELL = -1,
    COUNTING_OF_OTHERS = -2, OCCURRENCES_SCRATCH_ROWS = 4, COMPARISONS_SCRATCH_ROWS = 3,
};

typedef struct {
    ARRAY(int64_t, branches);
} classic;

typedef struct {
    int64_t size; int64_t all; int64_t sum_bits; ARRAY(uint8_t, full); ARRAY(int64_t, cells);
    ARRAY(int64_t, starts); ARRAY(int64_t, units); ARRAY(int64_t, unit_starts); ARRAY(int64_t, segments);
    ARRAY(int64_t, segment_starts); ARRAY(int64_t, groups); ARRAY(int64_t, group_starts);
    ARRAY(int64_t, singles); ARRAY(int64_t, single_starts); ARRAY(int64_t, places);
    ARRAY(int64_t, place_starts);
} units;

typedef struct {
    ARRAY(int64_t, sums); ARRAY(int64_t, bounds); ARRAY(int64_t, relations); ARRAY(int64_t, layers);
    ARRAY(int64_t, counts); ARRAY(int64_t, occurrences); ARRAY(int64_t, sandwiches);
    ARRAY(int64_t, comparisons);
} records;

typedef struct {
    units units; records records; ARRAY(int64_t, choices); records inside; int64_t copied;
    int64_t has_classic_units; ARRAY(int64_t, matrices); ARRAY(int64_t, degrees); int64_t weights;
    int64_t guesses; int64_t copies; int64_t scratch; int64_t last;
} program;

typedef struct {
    int64_t next; int64_t top; int64_t free_slot; int64_t nodes_on_stack; int64_t sweeps; int64_t stored;
    int64_t mode; int64_t puzzles_at_switch; int64_t splits; int64_t unproductive_splits; int64_t idle;
    int64_t last; int64_t sweeps_at_switch;
} run_state;

typedef struct {
    ARRAY(int64_t, counts); ARRAY(int64_t, guesses); ARRAY(uint8_t, closed); ARRAY(int64_t, state);
    ARRAY(int64_t, holds); ARRAY(int64_t, heads); ARRAY(element, stack); ARRAY(int64_t, owner);
    ARRAY(int64_t, link); ARRAY(uint64_t, words);
} search;

typedef struct {
    ARRAY(element, workspace); GEOMETRY geometry; ARRAY(element, start); ARRAY(element, full);
    TABLE(uint8_t, puzzles); int64_t together; int64_t limit; int64_t most; TABLE(uint8_t, solutions);
    int64_t which; search search; int64_t sweeps;
} advance_call;

typedef struct {
    TABLE(int64_t, house); int64_t units; ARRAY(int64_t, low); ARRAY(int64_t, high);
    TABLE(uint8_t, cells); ARRAY(int64_t, size); ARRAY(int64_t, total);
} windows;

typedef struct {
    windows windows; ARRAY(int64_t, units); ARRAY(int64_t, unit_starts); TABLE(uint8_t, peers);
    ARRAY(int64_t, cages); ARRAY(int64_t, sizes); ARRAY(int64_t, totals); ARRAY(int64_t, order);
    int64_t size; ARRAY(int64_t, shares); ARRAY(int64_t, space); TABLE(int64_t, records);
    ARRAY(int64_t, met); ARRAY(int64_t, ends); int64_t longest;
} implied_sums_call;
