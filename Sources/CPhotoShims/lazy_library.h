// Loads libraries that few runs of the program need at their first use. If they were linked, the program would load
// them and the forty libraries that they need at each start.
#ifndef PHOTO_LAZY_LIBRARY_H
#define PHOTO_LAZY_LIBRARY_H

#include <dlfcn.h>
#include <pthread.h>

// Declares the functions that are used of a library, with the types of its header: FUNCTIONS(X) is a list of
// X(name). `name_is_open()` loads the library once, and returns whether all of them were found.
#define PHOTO_LAZY_FIELD(function) __typeof__(&function) function;
#define PHOTO_LAZY_FIND(function)                                                       \
    if ((*(void **)&lazy.function = dlsym(handle, #function)) == NULL) return;
#define PHOTO_LAZY_LIBRARY(name, file, FUNCTIONS)                                       \
    static struct { FUNCTIONS(PHOTO_LAZY_FIELD) int is_open; } lazy;                    \
    static void open_##name(void) {                                                     \
        /* Never closed: what it has started may run until the end. */                  \
        void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);                             \
        if (handle == NULL) return;                                                     \
        FUNCTIONS(PHOTO_LAZY_FIND)                                                      \
        lazy.is_open = 1;                                                               \
    }                                                                                   \
    static int name##_is_open(void) {                                                   \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                 \
        pthread_once(&once, &open_##name);                                              \
        return lazy.is_open;                                                            \
    }

#endif
