/* Lets a program under `valgrind --tool=callgrind` say what of it is counted. Outside valgrind these do nothing. */
#include <valgrind/callgrind.h>

/* From here on instructions are counted, fifty times as slowly; stopping and starting again would be slower still. */
void start(void) {
    CALLGRIND_START_INSTRUMENTATION;
}

/* Writes what was counted since the last mark. */
void mark(const char *name) {
    CALLGRIND_DUMP_STATS_AT(name);
}
