// Libraries that few runs of the program need are opened when they are, so that it starts as fast as
// without them: linked, they and the forty libraries behind them would be read in at each start.
#ifndef PHOTO_LAZY_LIBRARY_H
#define PHOTO_LAZY_LIBRARY_H

#include <dlfcn.h>
#include <pthread.h>

// Declares what a library is to be asked, with the types of its header: FUNCTIONS(X) is a list of
// X(name). `name_is_open()` opens it once and answers whether all of them were found.
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
