/* Writes the execution counters of an instrumented build as a raw profile for llvm-profdata.
 *
 * Linked only into the build that is trained; clang's own runtime does not exist for this target.
 * The layout is compiler-rt's raw format, version 10 (LLVM 19), without value profiles.
 */
#include "profile.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One record of the section __llvm_prf_data; clang lays them out, here only the size matters. */
struct record {
    uint64_t name, hash;
    uint32_t counters, bitmap, function, values, counter_count;
    uint16_t value_sites[3];
    uint32_t bitmap_bytes;
};

extern const struct record __start___llvm_prf_data[], __stop___llvm_prf_data[];
extern uint64_t __start___llvm_prf_cnts[], __stop___llvm_prf_cnts[];
extern const char __start___llvm_prf_names[], __stop___llvm_prf_names[];
extern const uint64_t __llvm_profile_raw_version;

/* What instrumented objects ask of the runtime; the sections tell all there is to know. */
int __llvm_profile_runtime;

void __llvm_profile_register_function(void *record)
{
    (void)record;
}

void __llvm_profile_register_names_function(void *names, uint64_t size)
{
    (void)names, (void)size;
}

static void put(FILE *file, const void *bytes, size_t size)
{
    static const char zeros[8];
    size_t padding = -size & 7;
    if (fwrite(bytes, 1, size, file) != size || fwrite(zeros, 1, padding, file) != padding) {
        abort();
    }
}

void forget_profile(void)
{
    size_t counters = __stop___llvm_prf_cnts - __start___llvm_prf_cnts;
    memset(__start___llvm_prf_cnts, 0, counters * sizeof *__start___llvm_prf_cnts);
}

void write_profile(const char *path)
{
    size_t records = __stop___llvm_prf_data - __start___llvm_prf_data;
    size_t counters = __stop___llvm_prf_cnts - __start___llvm_prf_cnts;
    size_t names = __stop___llvm_prf_names - __start___llvm_prf_names;
    uintptr_t data_begin = (uintptr_t)__start___llvm_prf_data;
    uintptr_t counters_begin = (uintptr_t)__start___llvm_prf_cnts;
    const uint64_t magic = UINT64_C(0xff6c70726f665281);
    const uint64_t header[] = {
        magic,
        __llvm_profile_raw_version,
        0, /* binary ids */
        records,
        0, /* padding before the counters */
        counters,
        0, /* padding after them */
        0, /* bitmap bytes */
        0, /* padding after them */
        names,
        counters_begin - data_begin,
        0, /* bitmap delta */
        (uintptr_t)__start___llvm_prf_names,
        0, /* virtual tables */
        0, /* their names */
        2, /* last value kind */
    };
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        abort();
    }
    put(file, header, sizeof header);
    put(file, __start___llvm_prf_data, records * sizeof *__start___llvm_prf_data);
    put(file, __start___llvm_prf_cnts, counters * sizeof *__start___llvm_prf_cnts);
    put(file, __start___llvm_prf_names, names);
    fclose(file);
}
