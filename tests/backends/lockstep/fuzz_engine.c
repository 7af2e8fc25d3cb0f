/* Random programs, grids and arrays for the compiled engine, each with arrays of its own exact size.
 *
 *     fuzz_engine RUNS [FIRST]       runs FIRST to FIRST + RUNS - 1, each from its own random numbers
 *
 * Four kinds of runs: small models, with records of every kind, and the same without records, whose
 * solutions are compared with those of trying everything by a plain reading of each record; classics,
 * and 9x9 grids with cages and what units imply of them, made from a solution, which must be among the
 * answers.  Built with sanitizers (`.ci/sanitize`), a byte read outside of an array ends the process.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANE_BITS 64 /* masks are made as numbers of 64 bits, and written as narrow as a run needs */
#include "engine.h"

static const int64_t branch_table[] = {
#include "branch_table.inc"
};

int64_t nonet_advance_classic_16(int64_t), nonet_write_implied_sums(int64_t);
int64_t nonet_advance_units_16(int64_t), nonet_advance_units_32(int64_t), nonet_advance_units_64(int64_t);
int64_t nonet_advance_program_16(int64_t), nonet_advance_program_32(int64_t);
int64_t nonet_advance_program_64(int64_t);

enum { MOST_CELLS = 81, MOST_UNITS = 27, MOST_VALUES = 9, MOST_ASSIGNMENTS = 2000, ROOM = 60000 };

static int64_t run_number;

static void fail(const char *what)
{
    fprintf(stderr, "run %lld: %s\n", (long long)run_number, what);
    abort();
}

/* -- random numbers: SplitMix64 ------------------------------------------------------------------------- */

static uint64_t random_state;

static uint64_t random_word(void)
{
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int64_t below(int64_t end) { return (int64_t)(random_word() % (uint64_t)end); }
static int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
static int chance(int percent) { return below(100) < percent; }
static uint64_t random_values(int size) { return (uint64_t)between(1, bit(size) - 1); }

static void shuffle(int64_t *list, int64_t count)
{
    for (int64_t k = count - 1; k > 0; k--) {
        int64_t other = below(k + 1), x = list[k];
        list[k] = list[other];
        list[other] = x;
    }
}

/* -- memory: every array has a block of its own size, freed when the run is over ------------------------ */

static void *blocks[200];
static int block_count;

static void *block(const void *from, int64_t bytes)
{
    void *made;
    if (posix_memalign(&made, 64, (size_t)bytes))
        fail("no memory");
    if (from)
        memcpy(made, from, (size_t)bytes);
    else
        memset(made, 0, (size_t)bytes);
    return blocks[block_count++] = made;
}

static void free_blocks(void)
{
    while (block_count > 0)
        free(blocks[--block_count]);
}

typedef struct {
    int64_t count, at[ROOM];
} list;

static void put(list *to, int64_t number)
{
    if (to->count == ROOM)
        fail("a list is too long");
    to->at[to->count++] = number;
}

#define SET_ARRAY(slots, name, from, count) \
    ((slots)->name = block(from, (count) * (int64_t)sizeof *(slots)->name), (slots)->name##_size = (count))
#define SET_LIST(slots, name, list) SET_ARRAY(slots, name, (list).at, (list).count)

/* -- models --------------------------------------------------------------------------------------------- */

/* The kinds of records, in the order of `records`. */
enum { OF_SUMS, OF_BOUNDS, OF_RELATIONS, OF_LAYERS, OF_COUNTS, OF_OCCURRENCES, OF_SANDWICHES, OF_COMPARISONS };
#define KINDS (OF_COMPARISONS + 1)

typedef struct {
    int cells, size, units;
    int64_t unit[MOST_UNITS][MOST_VALUES], unit_size[MOST_UNITS];
    uint64_t domain[MOST_CELLS], apart[MOST_CELLS][2]; /* the cells that a cell differs from */
} model;

/* A record, and for one of a choice the choice and its group. */
typedef struct {
    int kind, choice, group;
    int64_t at;
} written;

static model m;
static list outer[KINDS], inner[KINDS], matrices, choices;
static written record_list[80];
static int record_count, choice_count;
static int64_t copied, scratch_rows, most_groups; /* of a sum by bounds */

static int differ(int64_t one, int64_t other) { return (int)(m.apart[one][other / 64] >> other % 64 & 1); }
static int64_t larger(int64_t x, int64_t y) { return x > y ? x : y; }
static void need_rows(int64_t rows) { scratch_rows = larger(scratch_rows, rows); }

static void add_unit(const int64_t *cells, int64_t count)
{
    memcpy(m.unit[m.units], cells, (size_t)count * sizeof *cells);
    m.unit_size[m.units++] = count;
    for (int64_t i = 0; i < count; i++)
        for (int64_t j = 0; j < count; j++)
            if (i != j)
                m.apart[cells[i]][cells[j] / 64] |= (uint64_t)1 << cells[j] % 64;
}

/* The index arrays of the units (numbered_cells.py): each two full units that share cells have a segment. */
static units make_units(int bits)
{
    static list starts, cells, of_cell[MOST_CELLS], unit_list, unit_starts, segments, segment_starts;
    static list groups, group_starts, singles, single_starts, place[MOST_CELLS], places, place_starts;
    list *all[] = {&starts, &cells, &unit_list, &unit_starts, &segments, &segment_starts, &groups,
                   &group_starts, &singles, &single_starts, &places, &place_starts};
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
        all[k]->count = 0;
    for (int cell = 0; cell < m.cells; cell++)
        of_cell[cell].count = place[cell].count = 0;
    uint8_t full[MOST_UNITS];
    int64_t group_count = 0;
    put(&starts, 0), put(&unit_starts, 0), put(&segment_starts, 0), put(&group_starts, 0);
    put(&single_starts, 0), put(&place_starts, 0);
    for (int u = 0; u < m.units; u++) {
        full[u] = m.unit_size[u] == m.size;
        for (int64_t k = 0; k < m.unit_size[u]; k++) {
            put(&cells, m.unit[u][k]);
            put(&of_cell[m.unit[u][k]], u);
        }
        put(&starts, cells.count);
    }
    for (int one = 0; one < m.units; one++)
        for (int two = one + 1; two < m.units; two++) {
            int64_t first = segments.count, number = segment_starts.count - 1;
            if (!full[one] || !full[two])
                continue;
            for (int64_t i = 0; i < m.size; i++)
                for (int64_t j = 0; j < m.size; j++)
                    if (m.unit[one][i] == m.unit[two][j])
                        put(&segments, m.unit[one][i]);
            if (segments.count - first < 2 || segments.count - first == m.size) {
                segments.count = first;
                continue;
            }
            put(&segment_starts, segments.count);
            for (int64_t k = first; k < segments.count; k++)
                put(&place[segments.at[k]], number);
            for (int side = 0; side < 2; side++) {
                int u = side ? two : one;
                group_count++;
                put(&groups, number), put(&group_starts, groups.count);
                for (int64_t i = 0; i < m.size; i++) {
                    int inside = 0;
                    for (int64_t k = first; k < segments.count; k++)
                        inside |= segments.at[k] == m.unit[u][i];
                    if (!inside)
                        put(&singles, m.unit[u][i]);
                }
                put(&single_starts, singles.count);
            }
        }
    for (int cell = 0; cell < m.cells; cell++) {
        int single = 0;
        for (int64_t k = 0; k < singles.count; k++)
            single |= singles.at[k] == cell;
        if (single)
            put(&place[cell], segment_starts.count - 1 + cell);
        for (int64_t k = 0; k < of_cell[cell].count; k++)
            put(&unit_list, of_cell[cell].at[k]);
        for (int64_t k = 0; k < place[cell].count; k++)
            put(&places, place[cell].at[k]);
        put(&unit_starts, unit_list.count), put(&place_starts, places.count);
    }
    units u = {.size = m.size, .all = bit(m.size) - 1, .sum_bits = bits == 16 ? 12 : 20};
    SET_ARRAY(&u, full, full, m.units);
    SET_LIST(&u, cells, cells), SET_LIST(&u, starts, starts), SET_LIST(&u, units, unit_list);
    SET_LIST(&u, unit_starts, unit_starts), SET_LIST(&u, segments, segments);
    SET_LIST(&u, segment_starts, segment_starts), SET_LIST(&u, groups, groups);
    SET_LIST(&u, group_starts, group_starts), SET_LIST(&u, singles, singles);
    SET_LIST(&u, single_starts, single_starts), SET_LIST(&u, places, places);
    SET_LIST(&u, place_starts, place_starts);
    return u;
}

static int64_t unit_rows_needed(const units *u)
{
    return 3 * m.cells + 2 * u->full_size + 3 * (u->segment_starts_size - 1) + 1;
}

/* -- what each record allows: a plain reading, by the values of the cells ------------------------------- */

static int holds_sum(const int64_t *r, const int64_t *value)
{
    int64_t values = 0;
    for (int64_t k = 0; k < r[0]; k++)
        values |= bit(value[r[3 + k]]);
    for (int64_t k = 0; k < r[1]; k++)
        if (r[3 + r[0] + k] == values)
            return 1;
    return 0;
}

static int holds_bounds(const int64_t *r, const int64_t *value)
{
    int64_t sum = 0, first = 0, alike = r[0] == BOUNDS_ALIKE, sums = 0, equal = 1;
    for (int64_t at = 3; at < 3 + r[2];) {
        if (r[at] == 0) {
            if (sums++ == 1)
                first = sum;
            else if (sums > 2)
                equal &= sum == first;
            sum = r[at + 1];
            at += 2;
            continue;
        }
        for (int64_t k = 0; k < r[at + 1]; k++)
            sum += r[at] * value[r[at + 2 + k]];
        at += 2 + r[at + 1];
    }
    if (alike)
        return equal && (sums < 2 || sum == first);
    return r[0] == BOUNDS_EQUAL ? sum == r[1] : r[0] == BOUNDS_AT_MOST ? sum <= r[1] : sum != r[1];
}

static int holds_layers(const int64_t *r, const int64_t *value)
{
    uint64_t reached = 1;
    for (const int64_t *arc = r + 2; arc < r + 2 + 4 * r[1]; arc += 4)
        if (reached >> arc[1] & 1 && arc[3] >> value[arc[0]] & 1)
            reached |= (uint64_t)1 << arc[2];
    return (int)(reached >> (r[0] - 1) & 1);
}

static int holds_count(const int64_t *r, const int64_t *value)
{
    int64_t count = 0, number = r[2] + (r[1] >= 0 ? value[r[1]] : 0);
    for (int64_t k = 0; k < r[4]; k++) {
        count += r[3] >> value[r[5 + k]] & 1;
        if (r[1] == COUNTING_OF_OTHERS)
            number += r[3] >> value[r[5 + r[4] + k]] & 1;
    }
    return r[0] == COUNTING_EQUAL ? count == number : r[0] == COUNTING_AT_MOST ? count <= number
         : r[0] == COUNTING_AT_LEAST ? count >= number : count != number;
}

static int holds_occurrences(const int64_t *r, const int64_t *value)
{
    int64_t often[MOST_VALUES] = {0}, occur = 0, counted = 0;
    const int64_t *values = r + OCCURRENCES_HEADER_SIZE, *sets = values + 2 * r[2], *house = sets + r[3] + 1;
    for (int64_t k = 0; k < sets[r[3]]; k++) { /* the houses of the first grouping have all that count */
        for (int64_t c = 0; c < house[0]; c++) {
            often[value[house[2 + c]]]++;
            occur |= bit(value[house[2 + c]]);
        }
        house += 2 + house[0] + (house[1] > 0 ? house[1] : 0);
    }
    for (int64_t k = 0; k < r[2]; k++) {
        int64_t times = often[__builtin_ctzll((uint64_t)values[2 * k])];
        counted |= values[2 * k];
        if (times && times != values[2 * k + 1])
            return 0;
    }
    if (occur & ~counted & ~r[1])
        return 0;
    for (int64_t k = 0; k < r[3]; k++)
        if (sets[k] == (occur & counted))
            return 1;
    return 0;
}

static int holds_sandwich(const int64_t *r, const int64_t *value)
{
    for (const int64_t *f = r + 2 + r[1]; f < r + r[0]; f += SANDWICHES_FILLING_SIZE)
        for (int64_t i = 0; i + f[2] + 1 < r[1]; i++) {
            int64_t j = i + f[2] + 1, inner = 0, outer = 0;
            if ((bit(value[r[2 + i]]) | bit(value[r[2 + j]])) != (f[0] | f[1]))
                continue;
            for (int64_t k = 0; k < r[1]; k++)
                if (i < k && k < j)
                    inner |= bit(value[r[2 + k]]);
                else if (k < i || k > j)
                    outer |= bit(value[r[2 + k]]);
            if (inner == f[3] && !(outer & ~f[4]) && !(f[5] & ~outer))
                return 1;
        }
    return 0;
}

static int holds_comparison(const int64_t *r, const int64_t *value)
{
    for (const int64_t *line = r + 6 + (r[5] > 0 ? r[5] : 0); line < r + 1 + r[0]; line += 1 + line[0]) {
        int64_t order = 0, answer = bit(value[r[4]]);
        if (!(r[1] >> value[line[2]] & 1))
            continue;
        for (const int64_t *k = line + 3; order == 0 && k < line + 1 + line[0]; k += 2)
            order = value[k[0]] - value[k[1]];
        if (!(order < 0 ? answer & r[3] : order > 0 || line[1] ? answer & r[2] : 0))
            return 0;
    }
    return 1;
}

static int holds(int kind, const int64_t *r, const int64_t *value)
{
    switch (kind) {
    case OF_SUMS: return holds_sum(r, value);
    case OF_BOUNDS: return holds_bounds(r, value);
    case OF_RELATIONS: return (int)(matrices.at[r[2] + value[r[0]]] >> value[r[1]] & 1);
    case OF_LAYERS: return holds_layers(r, value);
    case OF_COUNTS: return holds_count(r, value);
    case OF_OCCURRENCES: return holds_occurrences(r, value);
    case OF_SANDWICHES: return holds_sandwich(r, value);
    default: return holds_comparison(r, value);
    }
}

/* -- random records ------------------------------------------------------------------------------------- */

/* The cells of which a record speaks: the model's, or the copies of a group. */
typedef struct {
    int64_t count, cell[MOST_CELLS], number[MOST_CELLS];
} view;

static list *records_for(int kind, int choice, int group)
{
    list *to = (choice < 0 ? outer : inner) + kind;
    record_list[record_count++] = (written){kind, choice, group, to->count};
    return to;
}

/* Choose up to so many places of a view, of which any two differ where that is asked for. */
static int64_t choose(const view *v, int64_t *chosen, int64_t most, int different)
{
    int64_t order[MOST_CELLS], count = 0;
    for (int64_t k = 0; k < v->count; k++)
        order[k] = k;
    shuffle(order, v->count);
    for (int64_t k = 0; k < v->count && count < most; k++) {
        int fits = 1;
        for (int64_t c = 0; different && c < count; c++)
            fits &= differ(v->cell[order[k]], v->cell[chosen[c]]);
        if (fits)
            chosen[count++] = order[k];
    }
    return count;
}

static void put_cells(list *to, const view *v, const int64_t *chosen, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        put(to, v->number[chosen[k]]);
}

static void add_sum(const view *v, int choice, int group)
{
    int64_t chosen[MOST_CELLS], count = choose(v, chosen, between(1, 4), 1), total = 0, at;
    list *to = records_for(OF_SUMS, choice, group);
    for (int64_t k = 0; k < count; k++)
        total += below(m.size);
    at = to->count;
    put(to, count), put(to, 0), put(to, 0), put_cells(to, v, chosen, count);
    for (int64_t set = 0; set < bit(m.size); set++) {
        int64_t sum = 0;
        for (int value = 0; value < m.size; value++)
            sum += set >> value & 1 ? value : 0;
        if (__builtin_popcountll((uint64_t)set) == count && sum == total) {
            put(to, set);
            to->at[at + 1]++;
        }
    }
    for (int64_t k = 0; k < v->count; k++) {
        int sees = 1;
        for (int64_t c = 0; c < count; c++)
            sees &= differ(v->cell[k], v->cell[chosen[c]]);
        if (sees && chance(80)) {
            put(to, v->number[k]);
            to->at[at + 2]++;
        }
    }
}

static void put_groups(list *to, const view *v, int64_t groups, int weighted, int64_t *middle)
{
    for (int64_t g = 0; g < groups; g++) {
        int64_t chosen[MOST_CELLS], count = choose(v, chosen, between(1, 3), 1);
        int64_t weight = weighted ? between(1, 3) * (chance(50) ? 1 : -1) : 1;
        put(to, weight), put(to, count), put_cells(to, v, chosen, count);
        *middle += weight * count * (m.size - 1) / 2;
    }
}

static void add_bounds(const view *v, int choice, int group)
{
    int64_t kind = below(4), groups = between(1, 3), middle = 0;
    list *to = records_for(OF_BOUNDS, choice, group);
    int64_t at = to->count;
    put(to, kind), put(to, 0), put(to, 0);
    if (kind == BOUNDS_ALIKE)
        for (int64_t sums = between(2, 3), k = 0; k < sums; k++) {
            put(to, 0), put(to, below(3));
            put_groups(to, v, groups, 0, &middle);
            most_groups = larger(most_groups, sums * (groups + 1));
        }
    else {
        put_groups(to, v, groups, 1, &middle);
        to->at[at + 1] = middle + between(-2, 2);
    }
    to->at[at + 2] = to->count - at - 3;
    most_groups = larger(most_groups, groups);
}

static void add_relation(const view *v, int choice, int group)
{
    int64_t chosen[MOST_CELLS];
    if (choose(v, chosen, 2, 0) < 2)
        return;
    list *to = records_for(OF_RELATIONS, choice, group);
    int64_t forth = matrices.count, back = forth + m.size;
    for (int k = 0; k < 2 * m.size; k++)
        put(&matrices, 0);
    for (int x = 0; x < m.size; x++)
        for (int y = 0; y < m.size; y++)
            if (chance(55)) {
                matrices.at[forth + x] |= bit(y);
                matrices.at[back + y] |= bit(x);
            }
    put_cells(to, v, chosen, 2), put(to, forth), put(to, back);
}

static void add_layers(const view *v, int choice, int group)
{
    int64_t chosen[MOST_CELLS], count = choose(v, chosen, between(1, 4), 0), before = 0, width = 1;
    list *to = records_for(OF_LAYERS, choice, group);
    int64_t at = to->count;
    put(to, 0), put(to, 0);
    for (int64_t layer = 0; layer < count; layer++) {
        int64_t next = before + width, next_width = layer == count - 1 ? 1 : between(1, 3);
        for (int64_t arcs = between(1, 5); arcs > 0; arcs--) {
            put(to, v->number[chosen[layer]]);
            put(to, before + below(width)), put(to, next + below(next_width));
            put(to, (int64_t)random_values(m.size));
            to->at[at + 1]++;
        }
        before = next;
        width = next_width;
    }
    to->at[at] = before + 1;
    need_rows(2 * (before + 1));
}

static void add_count(const view *v, int choice, int group)
{
    int64_t chosen[MOST_CELLS], count = choose(v, chosen, between(2, 6), 0), others = chance(20);
    list *to = records_for(OF_COUNTS, choice, group);
    put(to, others ? COUNTING_EQUAL : below(4));
    put(to, others ? COUNTING_OF_OTHERS : chance(40) ? v->number[chosen[--count]] : COUNTING_NO_CELL);
    put(to, others ? 0 : between(-1, 2)), put(to, (int64_t)random_values(m.size));
    if (others)
        count /= 2;
    put(to, count), put_cells(to, v, chosen, others ? 2 * count : count);
    if (!others && count && chance(20)) { /* a cell may count twice */
        put(to, v->number[chosen[0]]);
        to->at[to->count - count - 2]++;
    }
}

static void add_occurrences(const view *v)
{
    int64_t chosen[MOST_CELLS], count = choose(v, chosen, between(2, 6), 0), full = -1, groupings = 1;
    list *to = records_for(OF_OCCURRENCES, -1, 0);
    int64_t at = to->count, values = between(1, m.size);
    for (int u = 0; u < m.units; u++)
        if (m.unit_size[u] == m.size && chance(60))
            full = u;
    if (full >= 0) { /* all that count are in one house, and one by one besides */
        count = between(1, m.size);
        for (int64_t k = 0; k < count; k++)
            chosen[k] = m.unit[full][k];
        groupings = 2;
    }
    put(to, 0), put(to, below(bit(m.size)) & ~(bit(values) - 1)), put(to, values), put(to, between(1, 4));
    put(to, groupings);
    for (int64_t value = 0; value < values; value++)
        put(to, bit(value)), put(to, between(1, 3));
    for (int64_t k = 0; k < to->at[at + 3]; k++)
        put(to, below(bit(values)));
    if (full >= 0) {
        put(to, 1), put(to, count), put(to, m.size - count);
        for (int64_t k = 0; k < m.size; k++)
            put(to, m.unit[full][k]);
    }
    put(to, count);
    for (int64_t k = 0; k < count; k++)
        put(to, 1), put(to, -1), put(to, chosen[k]);
    to->at[at] = to->count - at;
    need_rows(OCCURRENCES_SCRATCH_ROWS * (count + 1));
}

static void add_sandwich(const view *v)
{
    int64_t chosen[MOST_CELLS], count = choose(v, chosen, MOST_VALUES, 1);
    if (count < 2)
        return;
    list *to = records_for(OF_SANDWICHES, -1, 0);
    int64_t at = to->count;
    put(to, 0), put(to, count), put_cells(to, v, chosen, count);
    for (int64_t fillings = between(1, 4); fillings > 0; fillings--) {
        int64_t low = below(m.size - 1), high = between(low + 1, m.size - 1), inside = bit(low) | bit(high);
        int64_t rest = (bit(m.size) - 1) & ~inside, between_ = 0, number = 0;
        for (int value = 0; value < m.size; value++)
            if (rest >> value & 1 && number < count - 2 && chance(40)) {
                between_ |= bit(value);
                number++;
            }
        int64_t outside = rest & ~between_;
        int exact = __builtin_popcountll((uint64_t)outside) == count - 2 - number;
        put(to, bit(low)), put(to, bit(high)), put(to, number), put(to, between_), put(to, outside);
        put(to, exact ? outside : 0);
    }
    to->at[at] = to->count - at;
    need_rows(count);
}

static void add_comparison(const view *v)
{
    int64_t one[MOST_CELLS], other[MOST_CELLS], answer = below(v->count);
    list *to = records_for(OF_COMPARISONS, -1, 0);
    int64_t at = to->count, no = (int64_t)random_values(m.size), yes = (bit(m.size) - 1) & ~no, full = -1;
    for (int u = 0; u < m.units; u++)
        if (m.unit_size[u] == m.size && chance(60))
            full = u;
    put(to, 0), put(to, bit(below(m.size))), put(to, no), put(to, yes), put(to, v->number[answer]);
    int64_t lines = full >= 0 ? between(1, m.size) : between(1, 2);
    put(to, full >= 0 ? m.size - lines : -1);
    for (int64_t k = lines; full >= 0 && k < m.size; k++)
        put(to, m.unit[full][k]);
    for (int64_t line = 0; line < lines; line++) {
        int64_t count = choose(v, one, between(2, 4), 1);
        int64_t first = full >= 0 ? m.unit[full][line] : one[--count];
        if (full >= 0) { /* the others of a line differ from its first */
            int64_t kept = 0;
            for (int64_t k = 0; k < count; k++)
                if (differ(first, one[k]))
                    one[kept++] = one[k];
            count = kept;
        }
        int64_t places = choose(v, other, count, 1);
        put(to, 2 + 2 * places), put(to, chance(50)), put(to, v->number[first]);
        for (int64_t k = 0; k < places; k++)
            put(to, v->number[one[k]]), put(to, v->number[other[k]]);
        need_rows(COMPARISONS_SCRATCH_ROWS * places);
    }
    to->at[at] = to->count - at - 1;
}

static void add_record(const view *v, int choice, int group)
{
    switch (below(choice < 0 ? KINDS : OF_COUNTS + 1)) {
    case OF_SUMS: add_sum(v, choice, group); break;
    case OF_BOUNDS: add_bounds(v, choice, group); break;
    case OF_RELATIONS: add_relation(v, choice, group); break;
    case OF_LAYERS: add_layers(v, choice, group); break;
    case OF_COUNTS: add_count(v, choice, group); break;
    case OF_OCCURRENCES: add_occurrences(v); break;
    case OF_SANDWICHES: add_sandwich(v); break;
    default: add_comparison(v);
    }
}

static view whole_view(void)
{
    view v = {.count = m.cells};
    for (int64_t k = 0; k < m.cells; k++)
        v.cell[k] = v.number[k] = k;
    return v;
}

static void add_choice(void)
{
    view all = whole_view(), group;
    int64_t chosen[MOST_CELLS], groups = between(1, 3), masks[3 * MOST_CELLS], number = 0;
    group.count = choose(&all, chosen, between(1, 4), 0);
    put(&choices, groups), put(&choices, group.count), put_cells(&choices, &all, chosen, group.count);
    for (int g = 0; g < groups; g++) {
        for (int64_t k = 0; k < group.count; k++) {
            masks[number++] = chance(60) ? bit(m.size) - 1 : (int64_t)random_values(m.size);
            group.cell[k] = chosen[k];
            group.number[k] = copied++;
        }
        for (int64_t more = below(3); more > 0; more--)
            add_record(&group, choice_count, g);
    }
    for (int64_t k = 0; k < number; k++)
        put(&choices, masks[k]);
    choice_count++;
    need_rows(group.count);
}

static void clear_records(void)
{
    for (int kind = 0; kind < KINDS; kind++)
        outer[kind].count = inner[kind].count = 0;
    matrices.count = choices.count = 0;
    record_count = choice_count = 0;
    copied = scratch_rows = most_groups = 0;
}

/* -- a call --------------------------------------------------------------------------------------------- */

static records set_records(const list *of)
{
    records r;
    SET_LIST(&r, sums, of[OF_SUMS]), SET_LIST(&r, bounds, of[OF_BOUNDS]);
    SET_LIST(&r, relations, of[OF_RELATIONS]), SET_LIST(&r, layers, of[OF_LAYERS]);
    SET_LIST(&r, counts, of[OF_COUNTS]), SET_LIST(&r, occurrences, of[OF_OCCURRENCES]);
    SET_LIST(&r, sandwiches, of[OF_SANDWICHES]), SET_LIST(&r, comparisons, of[OF_COMPARISONS]);
    return r;
}

static program make_program(int bits, int has_classic_units)
{
    program p = {.units = make_units(bits), .has_classic_units = has_classic_units, .copied = copied};
    int64_t degrees[MOST_CELLS];
    need_rows(2 * larger(m.cells, copied) + 4 * most_groups);
    p.records = set_records(outer);
    p.inside = set_records(inner);
    SET_LIST(&p, choices, choices), SET_LIST(&p, matrices, matrices);
    for (int cell = 0; cell < m.cells; cell++)
        degrees[cell] = chance(5) ? MAX_WEIGHT / 2 : between(1, 9);
    SET_ARRAY(&p, degrees, degrees, m.cells);
    p.weights = unit_rows_needed(&p.units);
    p.guesses = p.weights + m.cells + m.size;
    p.copies = p.guesses + GUESS_ROWS;
    p.scratch = p.copies + copied;
    p.last = p.scratch + scratch_rows;
    return p;
}

static void write_element(void *to, int64_t at, uint64_t number, int bits)
{
    memcpy((uint8_t *)to + at * bits / 8, &number, (size_t)bits / 8); /* of a little-endian machine */
}

/* Grow an array to twice its length, in a block of its own. */
static void *doubled(const void *from, int64_t bytes)
{
    void *made = block(0, 2 * bytes);
    memcpy(made, from, (size_t)bytes);
    return made;
}

typedef int64_t (*entry)(int64_t);
typedef void (*on_solution)(int64_t puzzle, const uint8_t *row);

/* Run puzzles to the end, a few sweeps at a time, with no more memory than is asked for; give each
 * solution that is stored. */
static advance_call run_engine(entry advance, int bits, const void *geometry, size_t geometry_bytes, int64_t rows,
                               const program *p, const uint8_t *puzzles, int64_t n, int64_t limit,
                               on_solution check)
{
    int64_t cells = m.cells, count = 8 * VECTOR_BYTES / bits, together = between(1, n), room = count;
    int64_t slots[200], sweeps = chance(30) ? 1 : between(1, 50), words = cells > 8 ? (cells + 7) / 8 : 1;
    size_t geometry_at = 2;
    if (words * (64 / bits) < cells)
        words = (cells * bits + 63) / 64;
    advance_call c = {.together = together, .limit = limit, .most = chance(90) ? bit(62) : between(1, 5)};
    run_state *run = block(0, STATES * 8);
    run->free_slot = -1;
    run->mode = TRY_OWN_NODES;
    run->last = together;
    run->idle = (int64_t)(((uint64_t)1 << count) - 1);
    c.workspace = block(0, (rows < 8 ? 8 : rows) * VECTOR_BYTES);
    c.workspace_size = (rows < 8 ? 8 : rows) * count;
    for (int64_t k = 0; p && k < cells * count; k++)
        write_element(c.workspace, p->weights * count + k, (uint64_t)p->degrees[k / count], bits);
    c.start = block(0, 256 * bits / 8), c.start_size = 256;
    c.full = block(0, cells * bits / 8), c.full_size = cells;
    write_element(c.start, 0, (uint64_t)bit(m.size) - 1, bits);
    for (int value = 0; value < m.size; value++)
        write_element(c.start, value + 1, (uint64_t)bit(value), bits);
    for (int64_t cell = 0; cell < cells; cell++)
        write_element(c.full, cell, m.domain[cell], bits);
    c.puzzles = block(puzzles, n * cells), c.puzzles_size = n, c.puzzles_columns = cells;
    c.which = n == 1 ? STORE_ALL : below(2);
    c.solutions_size = c.which == STORE_NONE ? 0 : n == 1 ? count + below(3) : n;
    c.solutions_columns = cells;
    c.solutions = block(0, c.solutions_size * cells);
    search *s = &c.search;
    SET_ARRAY(s, counts, 0, n), SET_ARRAY(s, guesses, 0, n), SET_ARRAY(s, closed, 0, n);
    s->state = (int64_t *)run, s->state_size = STATES;
    SET_ARRAY(s, holds, 0, count), SET_ARRAY(s, heads, 0, count + 1);
    memset(s->heads, 255, (size_t)(count + 1) * 8);
    s->stack = block(0, room * cells * bits / 8), s->stack_size = room * cells;
    SET_ARRAY(s, owner, 0, room), SET_ARRAY(s, link, 0, room);
    SET_ARRAY(s, words, 0, words * count);
    c.sweeps = sweeps;
    for (int64_t calls = 0;; calls++) {
        size_t rest = offsetof(advance_call, start);
        memcpy(slots, &c, geometry_at * 8);
        memcpy(slots + geometry_at, geometry, geometry_bytes);
        memcpy(slots + geometry_at + geometry_bytes / 8, (const char *)&c + rest, sizeof c - rest);
        int64_t reason = advance((int64_t)(intptr_t)slots);
        if (reason == BROKEN || calls > 200000)
            fail(reason == BROKEN ? "a solution is broken" : "the run has no end");
        if (reason == STACK_FULL) {
            s->stack = doubled(s->stack, s->stack_size * bits / 8), s->stack_size *= 2;
            s->owner = doubled(s->owner, s->owner_size * 8), s->owner_size *= 2;
            s->link = doubled(s->link, s->link_size * 8), s->link_size *= 2;
        }
        if (c.which == STORE_ALL && (reason == SOLUTIONS_FULL || reason == DONE)) {
            for (int64_t row = 0; row < run->stored; row++)
                check(0, c.solutions + row * cells);
            run->stored = 0;
        }
        if (reason == DONE)
            break;
    }
    for (int64_t puzzle = 0; c.which == STORE_FIRST && puzzle < n; puzzle++)
        if (s->counts[puzzle])
            check(puzzle, c.solutions + puzzle * cells);
    return c;
}

static int64_t run_program(const program *p, int bits, const uint8_t *puzzles, int64_t n, int64_t limit,
                           on_solution check, advance_call *c)
{
    entry advance = bits == 16   ? nonet_advance_program_16
                    : bits == 32 ? nonet_advance_program_32
                                 : nonet_advance_program_64;
    *c = run_engine(advance, bits, p, sizeof *p, p->last, p, puzzles, n, limit, check);
    return c->search.counts[0];
}

/* -- small models, compared with trying everything ------------------------------------------------------ */

static uint8_t solution_table[MOST_ASSIGNMENTS][8];
static int64_t solution_count;
static uint8_t met_solution[MOST_ASSIGNMENTS];
static const uint8_t *clue_rows;

static int keeps_records(const int64_t *value)
{
    int64_t copies[64 * MOST_VALUES], at = 0, copy = 0;
    for (const written *w = record_list; w < record_list + record_count; w++)
        if (w->choice < 0 && !holds(w->kind, outer[w->kind].at + w->at, value))
            return 0;
    for (int choice = 0; choice < choice_count; choice++) {
        int64_t groups = choices.at[at], count = choices.at[at + 1], some = 0;
        const int64_t *cells = choices.at + at + 2, *masks = cells + count;
        for (int64_t k = 0; k < groups * count; k++)
            copies[copy + k] = value[cells[k % count]];
        for (int64_t group = 0; group < groups; group++) {
            int all = 1;
            for (int64_t k = 0; k < count; k++)
                all &= (int)(masks[group * count + k] >> value[cells[k]] & 1);
            for (const written *w = record_list; w < record_list + record_count; w++)
                if (w->choice == choice && w->group == group)
                    all = all && holds(w->kind, inner[w->kind].at + w->at, copies);
            some |= all;
        }
        if (!some)
            return 0;
        at += 2 + count + groups * count;
        copy += groups * count;
    }
    return 1;
}

static void try_values(int64_t *value, int cell)
{
    if (cell == m.cells) {
        if (keeps_records(value)) {
            for (int k = 0; k < m.cells; k++)
                solution_table[solution_count][k] = (uint8_t)(value[k] + 1);
            solution_count++;
        }
        return;
    }
    for (value[cell] = 0; value[cell] < m.size; value[cell]++) {
        int fits = (int)(m.domain[cell] >> value[cell] & 1);
        for (int other = 0; other < cell; other++)
            fits &= !differ(cell, other) || value[cell] != value[other];
        if (fits)
            try_values(value, cell + 1);
    }
}

static int agrees(const uint8_t *row, const uint8_t *clues)
{
    for (int k = 0; k < m.cells; k++)
        if (clues[k] && clues[k] != row[k])
            return 0;
    return 1;
}

static void check_small(int64_t puzzle, const uint8_t *row)
{
    for (int64_t k = 0; k < solution_count; k++)
        if (!memcmp(solution_table[k], row, (size_t)m.cells)) {
            if (met_solution[k]++ && puzzle == 0 && clue_rows == 0)
                fail("a solution comes twice");
            return;
        }
    fail("a solution breaks a record");
}

static void fuzz_small(int has_records)
{
    static const int widths[] = {16, 32, 64};
    int bits = widths[below(3)];
    memset(&m, 0, sizeof m);
    m.size = (int)between(2, 6);
    m.cells = (int)between(1, 7);
    clear_records();
    int64_t ways = 1, cells[MOST_CELLS];
    for (int cell = 0; cell < m.cells; cell++) {
        cells[cell] = cell;
        m.domain[cell] = chance(60) ? (uint64_t)bit(m.size) - 1 : random_values(m.size);
        ways *= __builtin_popcountll(m.domain[cell]);
        if (ways > MOST_ASSIGNMENTS) {
            m.domain[cell] = 1;
            ways = 1;
            for (int k = 0; k < cell; k++)
                ways *= __builtin_popcountll(m.domain[k]);
        }
    }
    for (int64_t number = m.cells > 1 ? below(4) : 0; number > 0; number--) {
        shuffle(cells, m.cells);
        add_unit(cells, between(2, m.size < m.cells ? m.size : m.cells));
    }
    for (int64_t number = has_records ? between(1, 4) : 0; number > 0; number--) {
        view all = whole_view();
        if (chance(20))
            add_choice();
        else
            add_record(&all, -1, 0);
    }
    int64_t value[MOST_CELLS] = {0}, n = chance(70) ? 1 : between(2, 40);
    int64_t limit = chance(30) ? between(1, 3) : bit(40);
    solution_count = 0;
    try_values(value, 0);
    memset(met_solution, 0, (size_t)solution_count);
    uint8_t *clues = block(0, n * m.cells);
    for (int64_t k = 0; k < n * m.cells; k++)
        clues[k] = chance(15) ? (uint8_t)between(1, m.size) : 0;
    clue_rows = n > 1 ? clues : 0;
    advance_call c;
    if (has_records) {
        program p = make_program(bits, 0);
        run_program(&p, bits, clues, n, limit, check_small, &c);
    } else {
        units u = make_units(bits);
        entry advance = bits == 16   ? nonet_advance_units_16
                        : bits == 32 ? nonet_advance_units_32
                                     : nonet_advance_units_64;
        c = run_engine(advance, bits, &u, sizeof u, unit_rows_needed(&u), 0, clues, n, limit, check_small);
    }
    for (int64_t puzzle = 0; puzzle < n; puzzle++) {
        int64_t expected = 0;
        for (int64_t k = 0; k < solution_count; k++)
            expected += agrees(solution_table[k], clues + puzzle * m.cells);
        if (expected > limit)
            expected = limit;
        int64_t count = c.search.counts[puzzle];
        if (count > expected || (count < expected && c.search.closed[puzzle] != GIVEN_UP))
            fail("the number of solutions differs");
    }
}

/* -- 9x9 grids, made from a solution -------------------------------------------------------------------- */

static uint8_t planted[81];
static int64_t cage_cells[81], cage_sizes[81], cage_totals[81], cage_count;

static void plant_grid(void)
{
    int64_t digits[9], order[9];
    memset(&m, 0, sizeof m);
    m.size = 9;
    m.cells = 81;
    clear_records();
    for (int64_t k = 0; k < 9; k++)
        digits[k] = k + 1, order[k] = k;
    shuffle(digits, 9);
    for (int band = 0; band < 3; band++)
        shuffle(order + 3 * band, 3);
    for (int cell = 0; cell < 81; cell++) {
        int64_t row = order[cell / 9], column = cell % 9;
        m.domain[cell] = CLASSIC_MASK;
        planted[cell] = (uint8_t)digits[(row % 3 * 3 + row / 3 + column) % 9];
    }
    for (int u = 0; u < 27; u++) { /* rows, columns and boxes */
        int64_t cells[9];
        for (int k = 0; k < 9; k++)
            cells[k] = u < 9 ? 9 * u + k : u < 18 ? 9 * k + u - 9 : 27 * (u / 3 - 6) + 3 * (u % 3) + 9 * (k / 3) + k % 3;
        add_unit(cells, 9);
    }
}

static void plant_clues(uint8_t *clues, int percent)
{
    for (int cell = 0; cell < 81; cell++)
        clues[cell] = chance(percent) ? planted[cell] : 0;
}

static void check_grid(int64_t puzzle, const uint8_t *row)
{
    for (int cell = 0; cell < 81; cell++) {
        uint8_t clue = clue_rows[81 * puzzle + cell];
        if (row[cell] < 1 || row[cell] > 9 || (clue && clue != row[cell]))
            fail("a grid breaks a clue");
        for (int other = 0; other < cell; other++)
            if (differ(cell, other) && row[cell] == row[other])
                fail("a grid has a value twice");
    }
    const int64_t *cell = cage_cells;
    for (int64_t k = 0; k < cage_count; k++) {
        int64_t total = 0;
        for (int64_t i = 0; i < cage_sizes[k]; i++)
            total += row[*cell++] - 1;
        if (total != cage_totals[k])
            fail("a grid breaks a cage");
    }
}

static void fuzz_classic(void)
{
    int64_t n = between(1, 70), limit = between(1, 3);
    uint8_t *clues = block(0, 81 * n), *planned = block(0, n);
    plant_grid();
    cage_count = 0;
    for (int64_t k = 0; k < n; k++) {
        plant_clues(clues + 81 * k, (int)between(30, 60));
        planned[k] = chance(85);
        for (int more = 0; !planned[k] && more < 2; more++) /* clues that need not agree */
            clues[81 * k + below(81)] = (uint8_t)between(1, 9);
    }
    clue_rows = clues;
    classic g;
    SET_ARRAY(&g, branches, branch_table, (int64_t)(sizeof branch_table / 8));
    entry advance = nonet_advance_classic_16;
    advance_call c = run_engine(advance, 16, &g, sizeof g, CLASSIC_ROWS, 0, clues, n, limit, check_grid);
    for (int64_t k = 0; k < n; k++)
        if (planned[k] && !c.search.counts[k] && c.search.closed[k] != GIVEN_UP)
            fail("a solution is lost");
}

/* The masks that relations of two cells refer to (cached_encodings.standard_masks). */
static void put_standard_masks(void)
{
    for (int kind = 0; kind < 3; kind++)
        for (int which = 0; which < 2 * m.size - 1; which++)
            for (int x = 0; x < m.size; x++) {
                int y = kind < 2 ? which - x : x - (which - m.size + 1);
                put(&matrices, y >= 0 && y < m.size && !(kind == 1 && x == y) ? bit(y) : 0);
            }
    for (int x = 0; x < m.size; x++)
        put(&matrices, 0);
}

static void grow_cages(void)
{
    int64_t order[81], taken[81] = {0}, *to = cage_cells;
    for (int64_t k = 0; k < 81; k++)
        order[k] = k;
    shuffle(order, 81);
    cage_count = 0;
    for (int64_t k = 0; k < 81; k++) {
        int64_t cell = order[k], count = 0, total = 0, size = between(1, 5);
        if (taken[cell] || chance(15))
            continue;
        for (int64_t end = cell; end < 81 && count < size && !taken[end];
             end += chance(60) || end % 9 == 8 ? 9 : 1) {
            taken[end] = 1;
            *to++ = end;
            count++;
            total += planted[end] - 1;
        }
        cage_sizes[cage_count] = count;
        cage_totals[cage_count++] = total;
    }
}

/* Write the records of the cages, and of what the rows imply of them. */
static void write_cage_records(const units *u)
{
    implied_sums_call c = {.size = 9, .longest = 4, .peers_size = 81, .peers_columns = 81};
    int64_t house[81], low[45], high[45], size[45], total[45], order[81], windows_ = 0, room = 400;
    static uint8_t inside[45 * 81];
    memset(inside, 0, sizeof inside);
    for (int cell = 0; cell < 81; cell++)
        house[cell] = cell / 9;
    for (int first = 0; first < 9; first++)
        for (int end = first + 1; end <= 9; end++, windows_++) {
            low[windows_] = first, high[windows_] = end;
            size[windows_] = 9 * (end - first), total[windows_] = 36 * (end - first);
            memset(inside + 81 * windows_ + 9 * first, 1, (size_t)(9 * (end - first)));
        }
    for (int64_t k = 0, placed = 0; k <= 81; k++) /* by size, which is what Python sorts by */
        for (int64_t cage = 0; cage < cage_count; cage++)
            if (cage_sizes[cage] == k)
                order[placed++] = cage;
    windows *w = &c.windows;
    w->units = 9, w->house = block(house, sizeof house), w->house_size = 1, w->house_columns = 81;
    SET_ARRAY(w, low, low, windows_), SET_ARRAY(w, high, high, windows_);
    SET_ARRAY(w, size, size, windows_), SET_ARRAY(w, total, total, windows_);
    w->cells = block(inside, sizeof inside), w->cells_size = windows_, w->cells_columns = 81;
    c.units = u->cells, c.units_size = u->cells_size;
    c.unit_starts = u->starts, c.unit_starts_size = u->starts_size;
    int64_t cells = 0;
    for (int64_t k = 0; k < cage_count; k++)
        cells += cage_sizes[k];
    SET_ARRAY(&c, cages, cage_cells, cells), SET_ARRAY(&c, sizes, cage_sizes, cage_count);
    SET_ARRAY(&c, totals, cage_totals, cage_count), SET_ARRAY(&c, order, order, cage_count);
    do {
        room *= 2;
        c.peers = block(0, 81 * 81);
        SET_ARRAY(&c, met, 0, 81), SET_ARRAY(&c, ends, 0, ENDS);
        SET_ARRAY(&c, shares, 0, (9 + 6) * (cage_count + 1) + 2 * TOTAL + 3 * windows_);
        SET_ARRAY(&c, space, 0, 5 * 81 + cage_count + 9 + 3);
        c.records = block(0, 4 * room * 8), c.records_size = 4, c.records_columns = room;
    } while (!nonet_write_implied_sums((int64_t)(intptr_t)&c));
    for (int64_t k = 0; k < c.ends[SUMS]; k++)
        put(outer + OF_SUMS, c.records[k]);
    for (int64_t k = 0; k < c.ends[BOUNDS]; k++)
        put(outer + OF_BOUNDS, c.records[room + k]);
    for (int64_t k = 0; k < c.ends[RELATIONS]; k++)
        put(outer + OF_RELATIONS, c.records[2 * room + k]);
    most_groups = c.ends[GROUPS];
}

static void fuzz_cages(void)
{
    int bits = chance(70) ? 16 : 32;
    int64_t n = between(1, 4);
    uint8_t *clues = block(0, 81 * n);
    plant_grid();
    put_standard_masks();
    grow_cages();
    for (int64_t k = 0; k < n; k++)
        plant_clues(clues + 81 * k, (int)between(40, 70));
    clue_rows = clues;
    units u = make_units(bits);
    write_cage_records(&u);
    program p = make_program(bits, chance(50));
    advance_call c;
    run_program(&p, bits, clues, n, 2, check_grid, &c);
    for (int64_t k = 0; k < n; k++)
        if (!c.search.counts[k] && c.search.closed[k] != GIVEN_UP)
            fail("a solution is lost");
}

int main(int count, char **arguments)
{
    int64_t runs = count > 1 ? atoll(arguments[1]) : 1000, first = count > 2 ? atoll(arguments[2]) : 0;
    for (run_number = first; run_number < first + runs; run_number++) {
        random_state = (uint64_t)run_number << 20;
        int64_t kind = below(1000);
        if (kind < 10)
            fuzz_classic();
        else if (kind < 20)
            fuzz_cages();
        else
            fuzz_small(kind < 900);
        free_blocks();
    }
    printf("%lld runs, from %lld: all well\n", (long long)runs, (long long)first);
    return 0;
}
