/* The search: keeps every lane busy with a node, and takes the answers out.
 *
 * After each sweep a lane that is contradictory or solved is refilled from one stack of nodes shared
 * by all puzzles, else with the next puzzle; a lane at a fixed point with choices left is split, and
 * the other half goes on the stack.  Because the stack is shared, one hard puzzle uses all lanes, and
 * a thousand easy ones do too.
 *
 * That is best where all of a tree must be seen.  Where puzzles have many solutions, each lane keeps
 * to its own nodes instead, in a list of its own, so that a path is followed to its end before what
 * lies beside it; and where sweeps find little between two guesses, a lane branches after every sweep,
 * before its fixed point.  The search looks now and then which it should do.  A puzzle alone branches
 * as early while lanes are idle.  Where puzzles are given up after so many guesses no lane branches
 * early: a puzzle would be given up for guesses that it need not make.
 *
 * All state is in arrays of the caller, so a run can pause at any sweep: for the clock, to grow the
 * stack, to hand over solutions.  Nothing is recursive.
 */
#pragma once
#include "transposing.c"

#define OWN_NODES_PERIOD 64 /* puzzles begun between two looks at how lanes should work */
#define SHARED_NODES_PERIOD 1024
#define OWN_NODES_RATIO 8 /* own nodes where one split in so many was for a puzzle of enough solutions */
/* Splits for each hundred sweeps of a lane from which it pays to branch early, and below which it no
 * longer does.  With many solutions there are 29 to 56, and then 67 to 98; of puzzles with one solution
 * 4 to 19, and then 27 to 55. */
#define BEGIN_EARLY 28
#define END_EARLY 64
#define MANY_GUESSES ((int64_t)1 << 50) /* a limit of guesses that is none */
#define PREFETCH_DISTANCE 48            /* puzzles from the one that begins to that whose memory is asked for */

/* The function of the kind that this is compiled for: OF_KIND(sweep) is classic_sweep. */
#define JOIN_NAMES(kind, name) kind##_##name
#define JOIN(kind, name) JOIN_NAMES(kind, name)
#define OF_KIND(name) JOIN(GEOMETRY, name)
#ifdef CLASSIC /* what can be a constant, so that loops over cells are unrolled */
#define CELLS(c) 81
#define TO_NINE 1
#define CAN_BRANCH_EARLY 1
#else
#define CELLS(c) ((c)->call.puzzles_columns)
#define TO_NINE 0
#define CAN_BRANCH_EARLY 0
#endif

typedef struct {
    advance_call call;        /* a copy, which nothing that is written can overlap */
    const GEOMETRY *geometry; /* not of the copy: who has its address could write all of it */
    search s;                 /* the arrays of the call */
    lanes *w;                 /* the workspace */
    run_state run;
    lane_set idle;            /* the lanes without a node */
} searching;

/* -- the stack: nodes in lists, one of each lane and one shared ------------------------------------ */

INLINE int64_t push_node(searching *c, int list, int64_t puzzle)
{
    int64_t slot = c->run.free_slot;
    if (slot >= 0)
        c->run.free_slot = c->s.link[slot];
    else
        slot = c->run.top++;
    c->run.nodes_on_stack++;
    c->s.owner[slot] = puzzle;
    c->s.link[slot] = c->s.heads[list];
    c->s.heads[list] = slot;
    return slot;
}

/* Take the last node of a list whose puzzle is open; -1 if there is none. */
INLINE int64_t pop_node(searching *c, int list)
{
    int64_t slot;
    while ((slot = c->s.heads[list]) >= 0) {
        c->s.heads[list] = c->s.link[slot];
        c->s.link[slot] = c->run.free_slot;
        c->run.free_slot = slot;
        c->run.nodes_on_stack--;
        if (c->s.closed[c->s.owner[slot]] == OPEN)
            break;
    }
    return slot;
}

/* The node an empty lane goes on with: its own, a shared one; where no puzzle is left, any lane's. */
INLINE int64_t next_node(searching *c, int lane)
{
    int64_t slot = pop_node(c, lane);
    if (slot < 0)
        slot = pop_node(c, LANES);
    for (int other = 0; c->run.next == c->run.last && slot < 0 && other < LANES; other++)
        slot = pop_node(c, other);
    return slot;
}

/* -- what is done between two sweeps --------------------------------------------------------------- */

INLINE const uint8_t *clues_of(const searching *c, int64_t puzzle) { return c->call.puzzles + CELLS(c) * puzzle; }
INLINE uint8_t *solution_of(const searching *c, int64_t row) { return c->call.solutions + CELLS(c) * row; }

/* Give idle lanes a node each, or the next puzzle; returns the lanes with a new puzzle. */
INLINE lane_set refill_lanes(searching *c)
{
    lane_set begun = 0;
    for (lane_set empty = c->idle; empty;) {
        int lane = take_lane(&empty);
        int64_t puzzle, slot = c->run.nodes_on_stack > 0 ? next_node(c, lane) : -1;
        OF_KIND(take_node)(c->w, c->geometry, lane);
        if (slot >= 0) {
            puzzle = c->s.owner[slot];
            load_node(c->w, lane, c->s.stack + CELLS(c) * slot, CELLS(c));
        } else if (c->run.next < c->run.last) {
            puzzle = c->run.next++;
            begun |= LANE(lane);
            const uint8_t *soon = clues_of(c, puzzle + PREFETCH_DISTANCE);
            __builtin_prefetch(soon), __builtin_prefetch(soon + 64);
            if (c->call.which == STORE_FIRST) {
                __builtin_prefetch(solution_of(c, puzzle), 1);
                __builtin_prefetch(solution_of(c, puzzle) + 64, 1);
            }
        } else
            break;
        c->s.holds[lane] = puzzle;
        c->idle &= ~LANE(lane);
    }
    return begun;
}

INLINE void load_puzzles(searching *c, lane_set begun)
{
#ifdef CLASSIC
    if (is_many(begun)) {
        for (lane_set left = begun; left;) {
            int lane = take_lane(&left);
            const uint8_t *clues = clues_of(c, c->s.holds[lane]);
            for (int64_t at = 0, word = word_in(lane); at < CELLS(c); at += 8, word += LANES)
                __builtin_memcpy(c->s.words + word, clues + (at < CELLS(c) - 8 ? at : CELLS(c) - 8), 8);
        }
        load_woven_puzzles(c->w, c->s.words, begun, CELLS(c));
        return;
    }
#endif
    while (begun) {
        int lane = take_lane(&begun);
        load_puzzle(c->w, lane, clues_of(c, c->s.holds[lane]), c->call.start, c->call.full, CELLS(c));
    }
}

/* Count the lanes that are solved, which become idle, and store the solutions that the call asks for;
 * returns whether all of these keep their clues. */
INLINE int store_solved(searching *c, lane_set solved)
{
    lane_set written = 0;
    int64_t row = c->run.stored, which = c->call.which;
    if (solved && which != STORE_NONE)
        weave_values(c->w, c->s.words, CELLS(c), TO_NINE);
    c->idle |= solved;
    while (solved) {
        int lane = take_lane(&solved);
        int64_t puzzle = c->s.holds[lane];
        if (c->s.counts[puzzle] >= c->call.limit)
            continue;
        if (which == STORE_ALL || (which == STORE_FIRST && !c->s.counts[puzzle])) {
            write_solution(c->s.words, lane, solution_of(c, which == STORE_FIRST ? puzzle : c->run.stored), CELLS(c));
            c->run.stored++;
            written |= LANE(lane);
        }
        if (++c->s.counts[puzzle] == c->call.limit) {
            c->s.closed[puzzle] = LIMIT_REACHED;
            c->run.unproductive_splits += c->s.guesses[puzzle];
        }
    }
    while (written) {
        int64_t puzzle = c->s.holds[take_lane(&written)];
        if (!keeps_clues(clues_of(c, puzzle), solution_of(c, which == STORE_FIRST ? puzzle : row++), CELLS(c)))
            return 0;
    }
    return 1;
}

/* Split the lanes that are stuck: the other half goes to an idle lane if that is near, else on the
 * stack.  A lane that is not changed and has nothing to branch on has no solution. */
INLINE void branch_stuck(searching *c, lane_set stuck, lane_set changed)
{
    int own = c->run.mode != SHARE_NODES, near = !own || c->run.next == c->run.last;
    int woven = own && is_many(stuck);
    if (woven)
        weave_nodes(c->w, c->s.words, CELLS(c));
    while (stuck) {
        int lane = take_lane(&stuck), branched;
        int64_t puzzle = c->s.holds[lane];
        if (c->s.closed[puzzle] == OPEN && c->s.guesses[puzzle] >= c->call.most)
            c->s.closed[puzzle] = GIVEN_UP;
        if (c->s.closed[puzzle] != OPEN) {
            c->idle |= LANE(lane);
            continue;
        }
        if (near && c->idle) {
            int other = __builtin_ctzll(c->idle);
            element *node = &ELEMENT(c->w[0], other);
            copy_lane(c->w, lane, node, LANES, CELLS(c));
            OF_KIND(take_node)(c->w, c->geometry, other);
            branched = OF_KIND(branch)(c->w, c->geometry, lane, node, LANES);
            if (branched) {
                c->s.holds[other] = puzzle;
                take_lane(&c->idle);
            }
        } else {
            int list = own ? lane : LANES;
            element *node = c->s.stack + CELLS(c) * push_node(c, list, puzzle);
            if (woven)
                save_node(c->s.words, lane, node, CELLS(c));
            else
                copy_lane(c->w, lane, node, 1, CELLS(c));
            branched = OF_KIND(branch)(c->w, c->geometry, lane, node, 1);
            if (!branched)
                pop_node(c, list);
        }
        c->s.guesses[puzzle] += branched;
        c->run.splits += branched;
        if (!branched)
            c->idle |= LANE(lane) & ~changed;
    }
}

INLINE void begin_period(run_state *run, int mode)
{
    run->mode = mode;
    run->puzzles_at_switch = run->next;
    run->sweeps_at_switch = run->sweeps;
    run->unproductive_splits = run->splits = 0;
}

/* Find out, now and then, whether lanes should keep to their own nodes, and branch early. */
INLINE void update_strategy(run_state *run)
{
    int own = run->mode != SHARE_NODES, mode = SHARE_NODES;
    if (run->next - run->puzzles_at_switch < (own ? OWN_NODES_PERIOD : SHARED_NODES_PERIOD))
        return;
    if (!own || OWN_NODES_RATIO * run->unproductive_splits > run->splits) {
        int64_t swept = LANES * (run->sweeps - run->sweeps_at_switch);
        int enough = 100 * run->splits > (run->mode == BRANCH_EARLY ? END_EARLY : BEGIN_EARLY) * swept;
        mode = own && enough && CAN_BRANCH_EARLY ? BRANCH_EARLY : TRY_OWN_NODES;
    }
    begin_period(run, mode);
}

/* -- the loop --------------------------------------------------------------------------------------- */

/* Sweep and branch until something is needed; returns what, or DONE. */
INLINE int64_t run_sweeps(searching *c)
{
    const advance_call *call = &c->call;
    run_state *run = &c->run;
    int64_t puzzles = call->puzzles_size, done_at = run->sweeps + call->sweeps;
    for (;;) {
        lane_set begun = refill_lanes(c);
        if (begun)
            load_puzzles(c, begun);
        if (c->idle == EVERY_LANE) {
            if (run->last == puzzles)
                return DONE;
            run->last = run->last + call->together < puzzles ? run->last + call->together : puzzles;
            begin_period(run, TRY_OWN_NODES);
            OF_KIND(reset)(c->w, c->geometry);
            continue;
        }
        if (c->s.owner_size - run->nodes_on_stack < LANES)
            return STACK_FULL;
        if (call->which == STORE_ALL && call->solutions_size - run->stored < LANES)
            return SOLUTIONS_FULL;
        if (run->sweeps >= done_at)
            return PAUSED;
        swept now = OF_KIND(sweep)(c->w, c->geometry, c->idle);
        run->sweeps++;
        c->idle |= now.bad & EVERY_LANE;
        lane_set ended = EVERY_LANE & ~(now.open | c->idle), stuck = now.open & ~c->idle;
        int early = run->mode == BRANCH_EARLY;
        if (puzzles == 1 && CAN_BRANCH_EARLY) /* the work of lanes that would be idle costs nothing */
            early = c->idle && !run->nodes_on_stack;
        if (!early || call->most < MANY_GUESSES)
            stuck &= ~now.changed;
        if (ended) {
            lane_set solved = ended & OF_KIND(complete)(c->w, c->geometry);
            if (ended & ~(solved | now.changed))
                return BROKEN;
            if (!store_solved(c, solved))
                return BROKEN;
        }
        if (stuck) {
            OF_KIND(select)(c->w, c->geometry, stuck);
            branch_stuck(c, stuck, now.changed);
            update_strategy(run);
        }
    }
}
