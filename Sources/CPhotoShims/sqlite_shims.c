#include "sqlite_shims.h"

#include <sqlite3.h>

int photo_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int photo_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, uint64_t count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

int photo_sqlite_leave_uncounted(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

int photo_sqlite_harden(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (code != SQLITE_OK) return code;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
