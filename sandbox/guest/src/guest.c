/* The WebAssembly face of the Python guest: what the host calls.
 *
 *   buf(n)     -> address of n bytes for the source
 *   run(n)     -> compile and execute the source as __main__
 *   count(n)   -> parse the source, never run it, and write its literal counts as JSON
 *
 * `wizer-initialize` is called once, when the snapshot is made, and is gone from the finished
 * image. Everything the program could reach is set up there; at run time nothing of ours is a
 * Python object, there is no Python frame above __main__, and the source is wiped before it runs.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "output.h"
#ifdef TRAINING
#include "profile.h"

static void train(void);
#endif

/* What `run` and `count` answer; the host reads these numbers. */
enum status { ENDED = 0, EXCEPTION = 1, OUT_OF_MEMORY = 2, TOO_RECURSIVE = 3, NOT_COMPILED = 4 };

/* wasi-libc has no header for it. */
void __wasilibc_reset_preopens(void);

static const char FILENAME[] = "main.py";
enum { FIRST_CAPACITY = 64 * 1024 + 1 };

static char *source;
static size_t capacity;
static PyObject *main_globals;
static PyObject *count_function;
static PyObject *run_exit_functions;

/* ---- while the snapshot is made ---- */

static void die(const char *what)
{
    fprintf(stderr, "guest: %s\n", what);
    if (PyErr_Occurred()) {
        PyErr_Print();
    }
    abort();
}

static void check(PyStatus status)
{
    if (PyStatus_Exception(status)) {
        die(status.err_msg ? status.err_msg : "Python did not start");
    }
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        die(path);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    if (text == NULL || fread(text, 1, size, file) != (size_t)size) {
        die(path);
    }
    text[size] = '\0';
    fclose(file);
    return text;
}

/* The packed standard library (see lib/library.py) becomes CPython's frozen modules. */
static void load_library(const char *path)
{
    char *next = read_file(path);
    struct _frozen *modules = NULL;
    for (size_t count = 0;; count++) {
        modules = realloc(modules, (count + 1) * sizeof *modules);
        if (modules == NULL) {
            die(path);
        }
        if (*next == '\0') {
            modules[count] = (struct _frozen){NULL, NULL, 0, 0};
            PyImport_FrozenModules = modules;
            return;
        }
        const char *name = next;
        next += strlen(name) + 1;
        int is_package = *next++;
        uint32_t size;
        memcpy(&size, next, sizeof size);
        next += sizeof size;
        modules[count] = (struct _frozen){name, (unsigned char *)next, (int)size, is_package};
        next += size;
    }
}

static void start_python(void)
{
    PyPreConfig early;
    PyPreConfig_InitIsolatedConfig(&early);
    early.utf8_mode = 1;
    check(Py_PreInitialize(&early));

    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.use_hash_seed = 1;
    config.hash_seed = 0;
    config.site_import = 0;
    config.write_bytecode = 0;
    config.install_signal_handlers = 0;
    config.pathconfig_warnings = 0;
    /* As `python -u`: what is written is out of Python's hands at once. */
    config.buffered_stdio = 0;
    config.module_search_paths_set = 1;
    check(PyConfig_SetString(&config, &config.stdio_encoding, L"utf-8"));
    check(PyConfig_SetString(&config, &config.stdio_errors, L"strict"));
    check(PyConfig_SetString(&config, &config.stdlib_dir, L"/usr/lib/python3.13"));
    check(PyConfig_SetString(&config, &config.executable, L""));
    check(PyConfig_SetString(&config, &config.base_executable, L""));
    check(PyConfig_SetString(&config, &config.prefix, L"/usr"));
    check(PyConfig_SetString(&config, &config.exec_prefix, L"/usr"));
    check(PyConfig_SetString(&config, &config.base_prefix, L"/usr"));
    check(PyConfig_SetString(&config, &config.base_exec_prefix, L"/usr"));
    check(Py_InitializeFromConfig(&config));
    PyConfig_Clear(&config);
}

/* Run one of our own files in a namespace of its own, which nothing refers to afterwards. It has no
 * name that a traceback would look up: the age of a file would show in the image. */
static PyObject *run_file(const char *path, PyObject *warmup)
{
    char *text = read_file(path);
    PyObject *code = Py_CompileString(text, "<guest>", Py_file_input);
    free(text);
    PyObject *globals = PyDict_New();
    if (code == NULL || globals == NULL
        || PyDict_SetItemString(globals, "__builtins__", PyEval_GetBuiltins()) < 0
        || PyDict_SetItemString(globals, "__name__", PyUnicode_FromString("guest")) < 0
        || PyDict_SetItemString(globals, "warmup", warmup) < 0) {
        die(path);
    }
    PyObject *result = PyEval_EvalCode(code, globals, globals);
    if (result == NULL) {
        die(path);
    }
    Py_DECREF(result);
    Py_DECREF(code);
    return globals;
}

static PyObject *new_reference(PyObject *object, const char *what)
{
    if (object == NULL) {
        die(what);
    }
    return Py_NewRef(object);
}

__attribute__((export_name("wizer-initialize"))) void initialize(void)
{
    load_library("/Lib/library.bin");
    start_python();
    char *text = read_file("/guest/lib/warmup.py");
    PyObject *warmup = PyUnicode_FromString(text);
    free(text);
    PyObject *bootstrap = run_file("/guest/lib/bootstrap.py", warmup);
    PyObject *counting = run_file("/guest/lib/counting.py", Py_None);
    Py_DECREF(warmup);
    count_function = new_reference(PyDict_GetItemString(counting, "count"), "no count");
    main_globals = new_reference(PyDict_GetItemString(bootstrap, "main_globals"), "no __main__");
    PyObject *atexit = PyImport_ImportModule("atexit");
    run_exit_functions = PyObject_GetAttrString(atexit, "_run_exitfuncs");
    PyDict_Clear(bootstrap);
    Py_DECREF(bootstrap);
    PyGC_Collect();

    /* The folders of the build do not exist later: forget them. */
    __wasilibc_reset_preopens();
    capacity = FIRST_CAPACITY;
    source = calloc(capacity, 1);
    settle_image();
    flush_output();
#ifdef TRAINING
    train();
#endif
}

/* ---- at run time ---- */

__attribute__((export_name("buf"))) char *buf(size_t size)
{
    if (size + 1 > capacity) {
        free(source);
        capacity = size + 1;
        source = malloc(capacity);
    }
    return source;
}

/* The code object of the source, after which the source itself is nowhere any more. */
static PyObject *compile_source(size_t size)
{
    PyObject *code = NULL;
    if (source == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    source[size] = '\0';
    if (memchr(source, '\0', size) != NULL) {
        PyErr_SetString(PyExc_SyntaxError, "source code cannot contain null bytes");
    }
    else {
        PyCompilerFlags flags = {PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE, PY_MINOR_VERSION};
        code = Py_CompileStringExFlags(source, FILENAME, Py_file_input, &flags, -1);
    }
    explicit_bzero(source, size);
    return code;
}

static void flush_file(PyObject *file)
{
    PyObject *result = PyObject_CallMethod(file, "flush", NULL);
    if (result == NULL) {
        PyErr_Clear();
    }
    Py_XDECREF(result);
}

static void flush_standard_files(void)
{
    static const char *const names[] = {"stdout", "stderr"};
    for (size_t i = 0; i < Py_ARRAY_LENGTH(names); i++) {
        PyObject *file = PySys_GetObject(names[i]);
        if (file != NULL && file != Py_None) {
            flush_file(Py_NewRef(file));
        }
    }
}

static int flush_if_file(PyObject *object, void *file_type)
{
    if (PyObject_TypeCheck(object, (PyTypeObject *)file_type)) {
        flush_file(object);
    }
    return 1;
}

/* Files the program opened on a standard descriptor and left open, as CPython's shutdown would
 * have flushed them: text layers first, they write into the binary ones. */
static void flush_reopened_files(void)
{
    static const char *const types[] = {"TextIOWrapper", "BufferedWriter"};
    PyObject *io = PyImport_ImportModule("_io");
    for (size_t i = 0; io != NULL && i < Py_ARRAY_LENGTH(types); i++) {
        PyObject *type = PyObject_GetAttrString(io, types[i]);
        if (type != NULL && PyType_Check(type)) {
            PyUnstable_GC_VisitObjects(flush_if_file, type);
        }
        Py_XDECREF(type);
    }
    PyErr_Clear();
}

/* Say on stderr what ended the program, as `python` does. */
static enum status report_exception(void)
{
    if (PyErr_ExceptionMatches(PyExc_SystemExit)) {
        PyObject *error = PyErr_GetRaisedException();
        PyObject *code = PyObject_GetAttrString(error, "code");
        if (code != NULL && code != Py_None && !PyLong_Check(code)) {
            PyObject *stderr_file = PySys_GetObject("stderr");
            if (stderr_file != NULL && stderr_file != Py_None) {
                PyFile_WriteObject(code, stderr_file, Py_PRINT_RAW);
                PyFile_WriteString("\n", stderr_file);
            }
        }
        Py_XDECREF(code);
        Py_DECREF(error);
        PyErr_Clear();
        return ENDED;
    }
    enum status status = PyErr_ExceptionMatches(PyExc_MemoryError)      ? OUT_OF_MEMORY
                         : PyErr_ExceptionMatches(PyExc_RecursionError) ? TOO_RECURSIVE
                                                                        : EXCEPTION;
    PyErr_Print();
    return status;
}

static void finish(void)
{
    PyObject *result = PyObject_CallNoArgs(run_exit_functions);
    Py_XDECREF(result);
    PyErr_Clear();
    flush_standard_files();
    if (standard_file_reopened()) {
        flush_reopened_files();
    }
    flush_output();
}

__attribute__((export_name("run"))) int run(size_t size)
{
    PyObject *code = compile_source(size);
    if (code == NULL) {
        PyErr_Print();
        flush_output();
        return NOT_COMPILED;
    }
    PyObject *result = PyEval_EvalCode(code, main_globals, main_globals);
    Py_DECREF(code);
    enum status status = ENDED;
    if (result == NULL) {
        PyObject *error = PyErr_GetRaisedException();
        flush_standard_files();
        PyErr_SetRaisedException(error);
        status = report_exception();
    }
    finish();
    return status;
}

__attribute__((export_name("count"))) int count(size_t size)
{
    PyObject *text = PyUnicode_DecodeUTF8(source, (Py_ssize_t)size, NULL);
    PyObject *answer = text ? PyObject_CallOneArg(count_function, text) : NULL;
    int status = NOT_COMPILED;
    const char *line;
    if (answer == NULL || !PyArg_ParseTuple(answer, "is", &status, &line)) {
        PyErr_Clear();
        line = "{\"error\":\"the source cannot be read\",\"line\":0}";
    }
    write(1, line, strlen(line));
    write(1, "\n", 1);
    flush_output();
    return status;
}

#ifdef TRAINING
/* Run the training programs as the host would and write down what was executed. */
static void train(void)
{
    static const char *const programs[] = {
        "big_numbers", "containers", "golfed", "number_theory", "recurrences", "simple_terms",
    };
    forget_profile();
    for (size_t i = 0; i < Py_ARRAY_LENGTH(programs); i++) {
        char path[100];
        snprintf(path, sizeof path, "/guest/training/%s.py", programs[i]);
        char *text = read_file(path);
        size_t size = strlen(text);
        memcpy(buf(size), text, size);
        free(text);
        if (run(size) != ENDED) {
            die(path);
        }
    }
    write_profile("/profile/guest.profraw");
}
#endif
