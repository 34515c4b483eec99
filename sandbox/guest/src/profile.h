/* Execution counters of an instrumented build. */
#ifndef GUEST_PROFILE_H
#define GUEST_PROFILE_H

/* Start counting anew. */
void forget_profile(void);

/* Write the counters to a file that llvm-profdata reads. */
void write_profile(const char *path);

#endif
