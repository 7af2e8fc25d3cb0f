/* Which of LEVELS of engine.py the processor has, 1 for the first; 0 for none of them.
 * The operating system must save the registers, too: that is what xgetbv tells. */
#include "engine.h"
#include <cpuid.h>

EXPORT int64_t nonet_x86_level(void)
{
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    unsigned basic = c;
    /* SSE3, SSSE3, SSE4.1, SSE4.2, POPCNT */
    unsigned v2 = 1u | 1u << 9 | 1u << 19 | 1u << 20 | 1u << 23;
    if ((basic & v2) != v2) return 0;
    /* FMA, MOVBE, XSAVE in use, AVX, F16C */
    unsigned v3 = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
    if ((basic & v3) != v3) return 1;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) return 1;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 1;
    /* BMI1, AVX2, BMI2 */
    unsigned avx2 = 1u << 3 | 1u << 5 | 1u << 8;
    unsigned e_a, e_b, e_c, e_d;
    if (!__get_cpuid(0x80000001u, &e_a, &e_b, &e_c, &e_d)) return 1;
    if ((b & avx2) != avx2 || !(e_c & 1u << 5)) return 1; /* LZCNT */
    /* AVX512F, DQ, CD, BW, VL */
    unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;
    if ((b & avx512) != avx512 || (low & 0xe6) != 0xe6) return 2;
    /* VBMI, BITALG, VPOPCNTDQ */
    unsigned counting = 1u << 1 | 1u << 12 | 1u << 14;
    return (c & counting) == counting ? 4 : 3;
}
