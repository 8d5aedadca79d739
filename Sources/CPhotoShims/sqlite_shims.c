#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "sqlite_shims.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

int photo_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int photo_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static void leave_uncounted(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    // From here on sqlite3_config changes nothing any more.
    sqlite3_initialize();
}

void photo_sqlite_leave_uncounted(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, &leave_uncounted);
}

int photo_sqlite_harden(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (code != SQLITE_OK) return code;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

int photo_sqlite_newest(sqlite3 *database, void *header) {
    enum { header_size = 48, first_region = 32768 };
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || file == NULL || file->pMethods == NULL || file->pMethods->iVersion < 2)
        return 0;
    void volatile *region = NULL;
    // The region is mapped already, so this only returns its address.
    if (file->pMethods->xShmMap(file, 0, first_region, 0, &region) != SQLITE_OK || region == NULL)
        return 0;
    // There are two copies, and a writer changes the second one first. Reading in the opposite order
    // gives a consistent header if both copies are equal.
    unsigned char second[header_size];
    memcpy(header, (const void *)region, header_size);
    file->pMethods->xShmBarrier(file);
    memcpy(second, (const unsigned char *)region + header_size, header_size);
    return memcmp(header, second, header_size) == 0;
}

// Debian, Ubuntu and Fedora build the hook in. Without it, these have no address, and the program still starts.
#pragma weak sqlite3_preupdate_hook
#pragma weak sqlite3_preupdate_count
#pragma weak sqlite3_preupdate_old
#pragma weak sqlite3_preupdate_new

int photo_sqlite_observe(sqlite3 *database, photo_sqlite_changed changed, void *context) {
    typedef void (*hook)(void *, sqlite3 *, int, const char *, const char *, sqlite3_int64, sqlite3_int64);
    if (sqlite3_preupdate_hook == NULL) return 0;
    sqlite3_preupdate_hook(database, (hook)changed, context);
    return 1;
}

int photo_sqlite_columns(sqlite3 *database) { return sqlite3_preupdate_count(database); }

static int integer_of(int code, sqlite3_value *found, int64_t *value) {
    if (code != SQLITE_OK || sqlite3_value_type(found) == SQLITE_NULL) return 0;
    *value = sqlite3_value_int64(found);
    return 1;
}

int photo_sqlite_old_integer(sqlite3 *database, int column, int64_t *value) {
    sqlite3_value *found = NULL;
    return integer_of(sqlite3_preupdate_old(database, column, &found), found, value);
}

int photo_sqlite_new_integer(sqlite3 *database, int column, int64_t *value) {
    sqlite3_value *found = NULL;
    return integer_of(sqlite3_preupdate_new(database, column, &found), found, value);
}

static int number_of(int code, sqlite3_value *found, double *value) {
    if (code != SQLITE_OK) return 0;
    int type = sqlite3_value_type(found);
    if (type != SQLITE_FLOAT && type != SQLITE_INTEGER) return 0;
    *value = sqlite3_value_double(found);
    return 1;
}

int photo_sqlite_old_number(sqlite3 *database, int column, double *value) {
    sqlite3_value *found = NULL;
    int code = sqlite3_preupdate_old(database, column, &found);
    return number_of(code, found, value);
}

int photo_sqlite_new_number(sqlite3 *database, int column, double *value) {
    sqlite3_value *found = NULL;
    int code = sqlite3_preupdate_new(database, column, &found);
    return number_of(code, found, value);
}

int photo_sqlite_differs(sqlite3 *database, int column) {
    sqlite3_value *old = NULL;
    sqlite3_value *new = NULL;
    if (sqlite3_preupdate_old(database, column, &old) != SQLITE_OK ||
        sqlite3_preupdate_new(database, column, &new) != SQLITE_OK)
        return 1;
    int type = sqlite3_value_type(old);
    if (type != sqlite3_value_type(new)) return 1;
    switch (type) {
        case SQLITE_NULL: return 0;
        case SQLITE_INTEGER: return sqlite3_value_int64(old) != sqlite3_value_int64(new);
        case SQLITE_FLOAT: return sqlite3_value_double(old) != sqlite3_value_double(new);
    }
    const void *old_bytes = sqlite3_value_blob(old);
    const void *new_bytes = sqlite3_value_blob(new);
    int size = sqlite3_value_bytes(old);
    return size != sqlite3_value_bytes(new) || (size > 0 && memcmp(old_bytes, new_bytes, (size_t)size) != 0);
}
