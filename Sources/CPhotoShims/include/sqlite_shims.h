// The few SQLite calls that Swift cannot make: variadics and pointer-valued macros.
#ifndef PHOTO_SQLITE_SHIMS_H
#define PHOTO_SQLITE_SHIMS_H

#include <stdint.h>

struct sqlite3;
struct sqlite3_stmt;

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift cannot import.
int photo_sqlite_bind_text(struct sqlite3_stmt *statement, int index, const void *bytes, uint64_t count);
int photo_sqlite_bind_blob(struct sqlite3_stmt *statement, int index, const void *bytes, uint64_t count);

// sqlite3_config is variadic. Turns off the count of the memory in use, which is not needed and which takes a lock
// with each allocation. Each thread must call it before anything else of the library; only the first call does
// something, because sqlite3_config must not run while other threads use the library.
void photo_sqlite_leave_uncounted(void);

// Registers a VFS that maps all of a database into memory, however large it is, and returns its name; NULL if
// that fails. The mapping is used by connections with a `mmap_size` above 0. To be called once, after the above.
const char *photo_sqlite_mapping_vfs(void);

// sqlite3_db_config is variadic. Defensive mode keeps a damaged or hostile
// schema from being edited through SQL; untrusted schemas may call no functions.
int photo_sqlite_harden(struct sqlite3 *database);

// Copies the header of the WAL-index in shared memory (48 bytes, see "WAL-Index File Format" in
// SQLite's walformat.html), which changes with each transaction. Returns 0 while it is being written.
// Only for a database in WAL mode that has been read from.
int photo_sqlite_newest(struct sqlite3 *database, void *header);

// The pre-update hook is declared only for programs that ask for it, and a library may be built without it: then
// the first call returns 0. Without a function, it ends the hook. The values are those of the row that the hook is
// called for, and only during the call.
typedef void (*photo_sqlite_changed)(
    void *context, struct sqlite3 *database, int operation, const char *schema, const char *table, int64_t old_key,
    int64_t new_key);
int photo_sqlite_observe(struct sqlite3 *database, photo_sqlite_changed changed, void *context);
int photo_sqlite_columns(struct sqlite3 *database);
// Return 0 if the value is NULL.
int photo_sqlite_old_integer(struct sqlite3 *database, int column, int64_t *value);
int photo_sqlite_new_integer(struct sqlite3 *database, int column, int64_t *value);
// The same for columns of real numbers.
int photo_sqlite_old_number(struct sqlite3 *database, int column, double *value);
int photo_sqlite_new_number(struct sqlite3 *database, int column, double *value);
// Whether an update gives a column another value.
int photo_sqlite_differs(struct sqlite3 *database, int column);

#endif
