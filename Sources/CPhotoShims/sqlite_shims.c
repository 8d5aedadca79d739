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

int photo_sqlite_read_file(sqlite3 *database, void *bytes, int count, int64_t offset) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || file == NULL || file->pMethods == NULL) return 0;
    return file->pMethods->xRead(file, bytes, count, offset) == SQLITE_OK;
}
