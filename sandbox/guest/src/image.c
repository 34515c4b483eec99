/* A run starts as a copy-on-write mapping of the snapshot, and every page it writes to has to be
 * copied, and put back afterwards. Most of a short program's time would go into that: reference
 * counts of everything it touches, and new objects in the holes between old ones, all over the
 * heap. So before the snapshot is taken,
 *
 *  - every object becomes immortal: its reference count is not written any more;
 *  - the garbage collector forgets them all;
 *  - the holes are closed, so that what a run allocates lies side by side in fresh memory, which is
 *    there already.
 */
#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE
#include <Python.h>

#include <stdint.h>
#include <stdlib.h>

#include "internal/pycore_interp.h"
#include "internal/pycore_obmalloc.h"
#include "internal/pycore_pystate.h"

#include "image.h"
#include "output.h"

/* Memory that a run may use before the guest has to ask the host for more. */
enum { HEADROOM = 4 * 1024 * 1024 };

/* ---- immortal objects ---- */

/* The objects seen, as an open-addressing table; and those of them still to be looked into. */
static PyObject **seen;
static size_t seen_capacity, seen_count;
static PyObject **waiting;
static size_t waiting_capacity, waiting_count;

static size_t slot_of(PyObject *object)
{
    size_t slot = ((uintptr_t)object >> 3) * 2654435761u;
    for (slot &= seen_capacity - 1; seen[slot] != NULL && seen[slot] != object;) {
        slot = (slot + 1) & (seen_capacity - 1);
    }
    return slot;
}

static void *checked(void *memory)
{
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static void grow_seen(void)
{
    PyObject **old = seen;
    size_t old_capacity = seen_capacity;
    seen_capacity = old_capacity ? old_capacity * 2 : 1 << 16;
    seen = checked(calloc(seen_capacity, sizeof *seen));
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i] != NULL) {
            seen[slot_of(old[i])] = old[i];
        }
    }
    free(old);
}

static int visit(PyObject *object, void *Py_UNUSED(unused))
{
    if (object == NULL) {
        return 0;
    }
    if (seen_count * 2 >= seen_capacity) {
        grow_seen();
    }
    size_t slot = slot_of(object);
    if (seen[slot] == NULL) {
        seen[slot] = object;
        seen_count++;
        if (waiting_count == waiting_capacity) {
            waiting_capacity = waiting_capacity ? waiting_capacity * 2 : 1 << 16;
            waiting = checked(realloc(waiting, waiting_capacity * sizeof *waiting));
        }
        waiting[waiting_count++] = object;
    }
    return 0;
}

static int visit_tracked(PyObject *object, void *unused)
{
    visit(object, unused);
    return 1;
}

/* What an object refers to, also where tp_traverse is silent because no cycle can pass there. */
static void visit_references(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    visit((PyObject *)type, NULL);
    if (PyDict_Check(object)) {
        PyObject *key, *value;
        for (Py_ssize_t i = 0; PyDict_Next(object, &i, &key, &value);) {
            visit(key, NULL);
            visit(value, NULL);
        }
    }
    else if (PyCode_Check(object)) {
        PyCodeObject *code = (PyCodeObject *)object;
        visit(code->co_consts, NULL);
        visit(code->co_names, NULL);
        visit(code->co_exceptiontable, NULL);
        visit(code->co_localsplusnames, NULL);
        visit(code->co_localspluskinds, NULL);
        visit(code->co_filename, NULL);
        visit(code->co_name, NULL);
        visit(code->co_qualname, NULL);
        visit(code->co_linetable, NULL);
    }
    else if (PyType_Check(object) && !PyType_HasFeature((PyTypeObject *)object, Py_TPFLAGS_HEAPTYPE)) {
        PyTypeObject *static_type = (PyTypeObject *)object;
        visit((PyObject *)static_type->tp_base, NULL);
        visit(static_type->tp_bases, NULL);
        visit(static_type->tp_mro, NULL);
        visit(PyType_GetDict(static_type), NULL);
        return;
    }
    if (PyType_IS_GC(type) && type->tp_traverse != NULL) {
        type->tp_traverse(object, visit, NULL);
    }
}

static void make_everything_immortal(void)
{
    PyUnstable_GC_VisitObjects(visit_tracked, NULL);
    visit(PyInterpreterState_Get()->cached_objects.interned_strings, NULL);
    while (waiting_count > 0) {
        visit_references(waiting[--waiting_count]);
    }
    for (size_t i = 0; i < seen_capacity; i++) {
        if (seen[i] != NULL) {
            Py_SET_REFCNT(seen[i], _Py_IMMORTAL_REFCNT);
        }
    }
    free(seen);
    free(waiting);
}

static void freeze_collector(void)
{
    PyObject *gc = PyImport_ImportModule("gc");
    PyObject *result = gc ? PyObject_CallMethod(gc, "freeze", NULL) : NULL;
    Py_XDECREF(checked(result));
}

/* ---- fresh memory ---- */

/* Make CPython's allocator of small objects start afresh. Each old pool gets a block that is never
 * freed, so that it never turns up as an empty one; a partly used pool is taken off its list. */
static void retire_pools(void)
{
    struct _obmalloc_state *state = PyInterpreterState_Get()->obmalloc;
    for (unsigned i = 0; i < state->mgmt.maxarenas; i++) {
        struct arena_object *arena = &state->mgmt.arenas[i];
        if (arena->address == 0) {
            continue;
        }
        uintptr_t pool = (arena->address + POOL_SIZE - 1) & ~(uintptr_t)(POOL_SIZE - 1);
        for (; pool < (uintptr_t)arena->pool_address; pool += POOL_SIZE) {
            ((poolp)pool)->ref.count++;
        }
        arena->nfreepools = 0;
        arena->freepools = NULL;
    }
    state->mgmt.usable_arenas = NULL;
    memset(state->mgmt.nfp2lasta, 0, sizeof state->mgmt.nfp2lasta);

    for (unsigned i = 0; i < NB_SMALL_SIZE_CLASSES; i++) {
        /* The list's head is a pool_header of which only the two links exist (see obmalloc.c). */
        poolp head = (poolp)((uint8_t *)&state->pools.used[2 * i] - 2 * sizeof(pymem_block *));
        for (poolp pool = head->nextpool; pool != head;) {
            poolp next = pool->nextpool;
            pool->nextpool = pool->prevpool = pool;
            pool = next;
        }
        head->nextpool = head->prevpool = head;
    }
}

/* The same for malloc: take every free chunk below the top of the heap. */
static void fill_holes(void)
{
    char *top = checked(malloc(HEADROOM));
    free(top);
    for (size_t size = HEADROOM / 2; size >= 8; size = size > 1024 ? size - size / 8 : size - 8) {
        char *chunk;
        while ((chunk = checked(malloc(size))) < top) {
        }
        free(chunk);
    }
}

void settle_image(void)
{
    make_everything_immortal();
    PyGC_Collect();
    freeze_collector();
    fill_holes();
    retire_pools();
    /* The first arena of the new era. */
    PyObject_Free(checked(PyObject_Malloc(1)));
    standard_file_reopened();
}
