/* What a compiler makes of large copies and fills: a library imports nothing, not even these. */
#include <stddef.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    for (size_t k = 0; k < count; k++)
        ((unsigned char *)to)[k] = ((const unsigned char *)from)[k];
    return to;
}

HIDDEN void *memset(void *to, int value, size_t count)
{
    for (size_t k = 0; k < count; k++)
        ((unsigned char *)to)[k] = (unsigned char)value;
    return to;
}

#ifdef __APPLE__
HIDDEN void __bzero(void *to, size_t count) { memset(to, 0, count); }
#endif
