/* Standard output and error on their way to the host. */
#ifndef GUEST_OUTPUT_H
#define GUEST_OUTPUT_H

#include <stddef.h>
#include <unistd.h>

/* Hand over what is still held back. */
void flush_output(void);

/* Has a file been opened on descriptor 1 or 2 since the last call? */
int standard_file_reopened(void);

#endif
