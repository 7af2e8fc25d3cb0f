/* What LLVM makes of loops that fill memory, for libraries that import nothing. */

void *memset(void *to, int value, __SIZE_TYPE__ count) {
    unsigned char *at = to;
    while (count--) *at++ = (unsigned char)value;
    return to;
}

/* What LLVM calls on macOS where the value is 0. */
void __bzero(void *to, __SIZE_TYPE__ count) { memset(to, 0, count); }
