/* Cages, and the sums that units imply of them, written as records (implied_sums.py).
 *
 * A *window* is some disjoint units side by side, which together add up to a known total.  What a
 * window's cages leave of it adds up to what their totals leave of that: the innies; so do the cells
 * outside of cages that cover the window, the outies; and the difference of the two where cages that lie
 * mostly within are counted in.  These sums follow from the model, so records of them take no solution
 * away.  Solvers of killers call this the rule of 45.
 *
 * Each sum becomes the record that tells most: a relation of two cells; sets of values of cells that
 * differ (filters/sums.c), if they are few; else bounds (filters/bounds.c).
 */
#include "engine.h"

/* Sums of a window: of the cells that no cage within holds; of those outside of the cages that meet it;
 * of the cells that cages mostly within leave, less what these have outside. */
enum { INNIES, OUTIES, DIFFERENCE };

/* Kinds of a cage that meets a window: some cells lie outside; most lie inside; all do. */
enum { BEYOND = 1, MOSTLY, WITHIN };

/* What is added to a total, so that it is never below 0. */
enum { TOTAL_OFFSET = 1 << 15 };

/* Of the puzzle, by cage from 1 (0 is none): its cells in each unit, unit by unit, its size and total; in
 * the window at hand how many of its cells lie there, and of which kind it is. */
typedef struct {
    int64_t cages, *of_unit, *size, *total, *inside, *kind;
    int64_t is_sum[TOTAL], constant[TOTAL]; /* of each sum of the window whether it is one, and its total */
    int64_t *keys, key_count;               /* of the sets of cells whose sums are written */
} shares;

INLINE int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }
INLINE int64_t larger(int64_t x, int64_t y) { return x < y ? y : x; }
INLINE uint8_t *peers_of(const implied_sums_call *c, int64_t a) { return c->peers + a * c->peers_columns; }

/* A number by which sums are told apart: of each cell, and (from `cells` on) of each that is taken away.
 * SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
INLINE int64_t random_key(int64_t number)
{
    uint64_t z = (uint64_t)(number + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (int64_t)(z ^ z >> 31);
}

static int all_differ(const implied_sums_call *c, const int64_t *cells, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        for (int64_t other = 0; other < k; other++)
            if (!peers_of(c, cells[k])[cells[other]])
                return 0;
    return 1;
}

/* Mark in `peers` which cells differ, and each cell beside itself. */
static void mark_peers(const implied_sums_call *c)
{
    for (int64_t cell = 0; cell < c->peers_size; cell++)
        peers_of(c, cell)[cell] = 1;
    for (int64_t unit = 0; unit < c->unit_starts_size - 1; unit++)
        for SPAN(i, c->unit_starts, unit)
            for SPAN(j, c->unit_starts, unit)
                peers_of(c, c->units[i])[c->units[j]] = 1;
}

/* -- records ------------------------------------------------------------------------------------------ */

INLINE int64_t *records_of(const implied_sums_call *c, int k) { return c->records + k * c->records_columns; }

/* Whether the next record may have no room: of many cells, or of a few and many sets. */
static int is_space_short(const implied_sums_call *c)
{
    int64_t cells = c->peers_size, most = 3 + 2 * cells + larger(2 * cells, SUMS_MAX_SETS);
    for (int kind = SUMS; kind <= RELATIONS; kind++)
        if (c->ends[kind] > c->records_columns - most)
            return 1;
    return 0;
}

/* Write the sets of so many values that add up to a total, as masks; returns how many, -1 for too many.
 * `chosen` has the values chosen so far, in rising order, and -1 where one is to be chosen. */
static int64_t write_sets(int64_t size, int64_t count, int64_t total, int64_t *out, int64_t *chosen)
{
    int64_t ways = 1, written = 0, depth = 0, remaining = total, mask = 0;
    for (int64_t k = 0; k < count; k++) {
        ways = ways * (size - k) / (k + 1);
        if (ways > 64 * SUMS_MAX_SETS)
            return -1;
    }
    chosen[0] = -1;
    while (depth >= 0) {
        int64_t value = chosen[depth] + 1, more = count - depth;
        if (value > 0) { /* take back what was chosen before */
            remaining += value - 1;
            mask ^= bit(value - 1);
        } else if (depth > 0)
            value = chosen[depth - 1] + 1;
        chosen[depth] = -1;
        int64_t low = more * value + more * (more - 1) / 2; /* of the values from this one on */
        int64_t high = more * (size - 1) - more * (more - 1) / 2;
        if (value + more > size || low > remaining || high < remaining)
            depth--;
        else if (more > 1) {
            chosen[depth] = value;
            remaining -= value;
            mask ^= bit(value);
            chosen[++depth] = -1;
        } else {
            if (written == SUMS_MAX_SETS)
                return -1;
            out[written++] = mask | bit(remaining);
            depth--;
        }
    }
    return written;
}

/* Where the masks of a relation begin in `cached_encodings.standard_masks`. */
static int64_t relation_offset(int64_t size, int64_t kind, int64_t which)
{
    int64_t most = 2 * size - 1;
    return which < 0 || which >= most ? 3 * most * size : (kind * most + which) * size;
}

static void write_relation(const implied_sums_call *c, const int64_t *cells, int is_difference, int64_t total)
{
    int64_t size = c->size, differ = all_differ(c, cells, 2);
    int64_t *out = records_of(c, RELATIONS) + c->ends[RELATIONS];
    out[0] = cells[0];
    out[1] = cells[1];
    out[2] = out[3] = relation_offset(size, differ, total);
    if (is_difference) {
        out[2] = relation_offset(size, 2, total + size - 1);
        out[3] = relation_offset(size, 2, size - 1 - total);
        if (differ && total == 0) /* no pair has it */
            out[2] = out[3] = relation_offset(size, 2, -1);
    }
    c->ends[RELATIONS] += RELATIONS_RECORD_SIZE;
}

/* Write a sum told by bounds: its cells in groups that differ; `group` has room for that of each cell. */
static void write_bounds(const implied_sums_call *c, const int64_t *cells, int64_t plus, int64_t number,
                         int64_t total, int64_t *group)
{
    int64_t groups = 0, *out = records_of(c, BOUNDS) + c->ends[BOUNDS];
    for (int64_t k = 0; k < number; k++) {
        group[k] = groups;
        for (int64_t g = k < plus ? 0 : k > plus ? group[plus] : groups; g < groups; g++) {
            int fits = 1;
            for (int64_t other = 0; other < k; other++)
                fits &= group[other] != g || peers_of(c, cells[k])[cells[other]];
            if (fits) {
                group[k] = g;
                break;
            }
        }
        groups += group[k] == groups;
    }
    *out++ = BOUNDS_EQUAL;
    *out++ = total;
    *out++ = number + 2 * groups;
    for (int64_t g = 0; g < groups; g++) {
        int64_t *first = out;
        out += 2;
        for (int64_t k = 0; k < number; k++)
            if (group[k] == g) {
                first[0] = k < plus ? 1 : -1;
                *out++ = cells[k];
            }
        first[1] = out - first - 2;
    }
    c->ends[BOUNDS] = out - records_of(c, BOUNDS);
    c->ends[GROUPS] = larger(c->ends[GROUPS], groups);
    c->ends[WIDEST] = larger(c->ends[WIDEST], 2 * (magnitude(total) + (c->size + 1) * (number + 1)));
}

/* Write what some cells less others add up to, as the record that tells most of it. */
static void write_sum(const implied_sums_call *c, const int64_t *cells, int64_t plus, int64_t minus,
                      int64_t total, int64_t *room)
{
    if (plus == 0) {
        plus = minus;
        minus = 0;
        total = -total;
    }
    int64_t number = plus + minus, sets = -1, *out = records_of(c, SUMS) + c->ends[SUMS];
    for (int64_t k = 0; k < number; k++)
        c->met[cells[k]]++;
    if (number == 2) {
        write_relation(c, cells, minus == 1, total);
        return;
    }
    if (minus == 0 && all_differ(c, cells, number))
        sets = write_sets(c->size, number, total, out + 3 + number, room);
    if (sets < 0) {
        write_bounds(c, cells, plus, number, total, room);
        return;
    }
    int64_t *seeing = out + 3 + number + sets, *end = seeing;
    for (int64_t k = 0; k < number; k++)
        out[3 + k] = cells[k];
    for (int64_t cell = 0; cell < c->peers_size; cell++) {
        int sees = 1;
        for (int64_t k = 0; k < number && sees; k++)
            sees = cell != cells[k] && peers_of(c, cells[k])[cell];
        if (sees)
            *end++ = cell;
    }
    out[0] = number;
    out[1] = sets;
    out[2] = end - seeing;
    c->ends[SUMS] = end - records_of(c, SUMS);
}

/* -- windows ------------------------------------------------------------------------------------------ */

/* Tell the cages' kinds in a window, and its sums. */
static void classify_cages(const implied_sums_call *c, int64_t window, shares *s)
{
    const windows *each = &c->windows;
    int64_t left = each->size[window], remaining = each->total[window], out = 0, reached = -remaining;
    int64_t covered = 0, within = 0, over = 0, shared = 0, unit = (each->high[window] - 1) * s->cages;
    for (int64_t cage = 1; cage < s->cages; cage++) {
        s->inside[cage] += s->of_unit[unit + cage];
        s->kind[cage] = 0;
        int64_t inner = s->inside[cage], beyond = s->size[cage] - inner;
        if (inner == 0 || s->size[cage] == 0)
            continue;
        covered += inner;
        reached += s->total[cage];
        if (beyond == 0) {
            s->kind[cage] = WITHIN;
            left -= inner;
            remaining -= s->total[cage];
            continue;
        }
        s->kind[cage] = BEYOND;
        out += beyond;
        if (inner > beyond) {
            s->kind[cage] = MOSTLY;
            within += inner;
            over += beyond;
            shared += s->total[cage];
        }
    }
    int64_t short_of = left - within, few = short_of <= 2 || over <= 2;
    s->is_sum[INNIES] = 0 < left && left <= c->longest;
    s->is_sum[OUTIES] = covered == each->size[window] && 0 < out && out <= c->longest;
    s->is_sum[DIFFERENCE] = over > 0 && few && short_of + over <= c->longest;
    s->constant[INNIES] = remaining;
    s->constant[OUTIES] = reached;
    s->constant[DIFFERENCE] = remaining - shared;
}

/* Write the cells of a sum, those that are added, then those taken away; returns whether it is new. */
static int write_scope(const implied_sums_call *c, int64_t window, const int64_t *owner, shares *s, int which,
                       int64_t *terms, int64_t count[2])
{
    int64_t cells = c->peers_size, key = 0, opposite = 0; /* random numbers that tell it from others */
    const uint8_t *inside = c->windows.cells + window * c->windows.cells_columns;
    count[0] = count[1] = 0;
    for (int away = 0; away <= (which == DIFFERENCE); away++)
        for (int64_t cell = 0; cell < cells; cell++) {
            int64_t kind = owner[cell] > 0 ? s->kind[owner[cell]] : 0;
            int is_term = inside[cell] && kind < (which == INNIES ? WITHIN : MOSTLY);
            if (which == OUTIES)
                is_term = kind > 0 && !inside[cell];
            if (away)
                is_term = kind == MOSTLY && !inside[cell];
            if (!is_term)
                continue;
            *terms++ = cell;
            count[away]++;
            key ^= random_key(away ? cells + cell : cell);
            opposite ^= random_key(away ? cell : cells + cell);
        }
    for (int64_t k = 0; k < s->key_count; k++)
        if (s->keys[k] == key || s->keys[k] == opposite)
            return 0;
    s->keys[s->key_count++] = key;
    return 1;
}

/* -- the entry ------------------------------------------------------------------------------------------ */

/* Write the records of all cages; then let cages that differ own their cells, the smallest first. */
static int write_cages(const implied_sums_call *c, int64_t *owner, int64_t *starts, int64_t *room, shares *s)
{
    for (int64_t k = 0; k < c->sizes_size; k++) {
        const int64_t *cells = c->cages + starts[k];
        int64_t key = 0;
        starts[k + 1] = starts[k] + c->sizes[k];
        if (is_space_short(c))
            return 0;
        write_sum(c, cells, c->sizes[k], 0, c->totals[k], room);
        for (int64_t i = 0; i < c->sizes[k]; i++)
            key ^= random_key(cells[i]);
        s->keys[s->key_count++] = key;
    }
    for (int64_t place = 0; place < c->order_size; place++) {
        int64_t k = c->order[place], count = c->sizes[k], total = c->totals[k];
        const int64_t *cells = c->cages + starts[k];
        int free = 0 <= total && total < TOTAL_OFFSET && all_differ(c, cells, count);
        for (int64_t i = 0; i < count; i++)
            free &= owner[cells[i]] == 0;
        for (int64_t i = 0; free && i < count; i++)
            owner[cells[i]] = k + 1;
        if (free)
            s->total[k + 1] = total;
    }
    return 1;
}

static int write_windows(const implied_sums_call *c, const int64_t *owner, int64_t *terms, int64_t *room,
                         shares *s)
{
    const windows *each = &c->windows;
    int64_t count[2];
    for (int64_t cell = 0; cell < c->peers_size; cell++) {
        int64_t cage = owner[cell];
        s->size[cage] += cage > 0;
        for (int64_t run = 0; cage > 0 && run < each->house_size; run++)
            s->of_unit[each->house[run * each->house_columns + cell] * s->cages + cage]++;
    }
    for (int64_t window = 0; window < each->low_size; window++) {
        if (window == 0 || each->low[window] != each->low[window - 1])
            for (int64_t cage = 0; cage < s->cages; cage++)
                s->inside[cage] = 0;
        classify_cages(c, window, s);
        if (is_space_short(c))
            return 0;
        for (int which = INNIES; which <= DIFFERENCE; which++)
            if (s->is_sum[which] && magnitude(s->constant[which]) < TOTAL_OFFSET &&
                write_scope(c, window, owner, s, which, terms, count))
                write_sum(c, terms, count[0], count[1], s->constant[which], room);
    }
    return 1;
}

/* Write the records of cages and of what windows imply; returns whether all had room. */
EXPORT int64_t nonet_write_implied_sums(int64_t slots)
{
    const implied_sums_call *c = (const implied_sums_call *)(intptr_t)slots;
    int64_t cells = c->peers_size, cages = c->sizes_size + 1, *of_unit = c->shares;
    int64_t *size = of_unit + (c->windows.units + 1) * cages, *keys = size + 4 * cages;
    shares s = {cages, of_unit, size, size + cages, size + 2 * cages, size + 3 * cages, {0}, {0}, keys, 0};
    int64_t *owner = c->space, *terms = owner + cells, *starts = terms + 2 * cells, *room = starts + cages;
    mark_peers(c);
    return write_cages(c, owner, starts, room, &s) && write_windows(c, owner, terms, room, &s);
}
