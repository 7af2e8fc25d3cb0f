/* The entry that advances a run: compiled with -DCLASSIC, -DUNITS or -DPROGRAM, and -DLANE_BITS=16, 32
 * or 64, once for each of layouts/calls.py KINDS. */
#if defined(CLASSIC)
#define GEOMETRY classic
#include "classic.c"
#elif defined(UNITS)
#define GEOMETRY units
#include "units.c"
#else
#define GEOMETRY program
#include "program.c"
#endif
#include "search.c"

#define ENTRY_NAME_OF(kind, bits) nonet_advance_##kind##_##bits
#define ENTRY_NAME(kind, bits) ENTRY_NAME_OF(kind, bits)

/* Advance a run as far as a call says; returns why it came back. */
EXPORT int64_t ENTRY_NAME(GEOMETRY, LANE_BITS)(int64_t slots)
{
    searching c;
    c.call = *(const advance_call *)(intptr_t)slots;
    c.geometry = &((const advance_call *)(intptr_t)slots)->geometry;
    c.s = c.call.search;
    c.w = (lanes *)c.call.workspace;
    c.run = *(const run_state *)c.s.state;
    c.idle = (lane_set)c.run.idle;
    int64_t reason = run_sweeps(&c);
    c.run.idle = (int64_t)c.idle;
    *(run_state *)c.s.state = c.run;
    return reason;
}
