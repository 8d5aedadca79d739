// Shows ThreadSanitizer the slow path of Swift's Mutex.
//
// The fast path is inlined in the program, so the sanitizer sees its atomic operations. A thread that has to wait
// takes and gives the lock in libswiftSynchronization, which is not instrumented: the sanitizer would report what
// the lock protects. These functions replace those of the library, because a program's own symbols come first. They
// call the library's functions and tell the sanitizer about the same word that the fast path uses.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *word);
void __tsan_release(void *word);

// Swift passes self in a register of its own.
#define SWIFT __attribute__((swiftcall))
#define WORD __attribute__((swift_context)) void *word

// _MutexHandle._lockSlow(UInt32), ._tryLockSlow() -> Bool and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void mutex_lock(uint32_t thread, WORD) __asm__(LOCK);
SWIFT bool mutex_try_lock(WORD) __asm__(TRY_LOCK);
SWIFT void mutex_unlock(WORD) __asm__(UNLOCK);

static SWIFT void (*library_lock)(uint32_t thread, WORD);
static SWIFT bool (*library_try_lock)(WORD);
static SWIFT void (*library_unlock)(WORD);

__attribute__((constructor)) static void find_library(void) {
  library_lock = dlsym(RTLD_NEXT, LOCK);
  library_try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
  library_unlock = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void mutex_lock(uint32_t thread, WORD) {
  library_lock(thread, word);
  __tsan_acquire(word);
}

SWIFT bool mutex_try_lock(WORD) {
  bool is_locked = library_try_lock(word);
  if (is_locked) __tsan_acquire(word);
  return is_locked;
}

SWIFT void mutex_unlock(WORD) {
  __tsan_release(word);
  library_unlock(word);
}
