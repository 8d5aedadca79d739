#include "postgres_shims.h"

#include <postgresql/libpq-fe.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(PQbackendPID) X(PQclear) X(PQconnectdbParams) X(PQconsumeInput) X(PQerrorMessage) X(PQexec)         \
    X(PQfinish) X(PQfreemem) X(PQgetCopyData) X(PQgetisnull) X(PQgetResult) X(PQgetvalue) X(PQlibVersion) \
    X(PQnfields) X(PQnotifies) X(PQntuples) X(PQputCopyData) X(PQputCopyEnd) X(PQresultErrorField) X(PQresultStatus)    \
    X(PQsetNoticeProcessor) X(PQsocket) X(PQstatus)
PHOTO_LAZY_LIBRARY(postgres, "libpq.so.5", FUNCTIONS)

#define CONNECTION(database) ((PGconn *)(database))
#define RESULT(reply) ((PGresult *)(reply))

int photo_database_library(void) { return postgres_is_open(); }

int photo_database_version(void) { return postgres_is_open() ? lazy.PQlibVersion() : 0; }

static void ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

struct photo_database *photo_database_open(const char *address) {
    if (!postgres_is_open()) return NULL;
    // The address comes after the settings that it may override. A dead machine is noticed within a minute.
    const char *const names[] = {"connect_timeout", "keepalives_idle", "keepalives_interval",
                                 "keepalives_count", "tcp_user_timeout", "fallback_application_name",
                                 "dbname", "client_encoding", NULL};
    const char *const values[] = {"10", "10", "5", "4", "60000", "geoindex", address, "UTF8", NULL};
    PGconn *connection = lazy.PQconnectdbParams(names, values, 1);
    if (connection != NULL) lazy.PQsetNoticeProcessor(connection, ignore, NULL);
    return (struct photo_database *)connection;
}

void photo_database_close(struct photo_database *database) {
    if (database != NULL) lazy.PQfinish(CONNECTION(database));
}

int photo_database_is_open(struct photo_database *database) {
    return lazy.PQstatus(CONNECTION(database)) == CONNECTION_OK;
}

const char *photo_database_error(struct photo_database *database) {
    return lazy.PQerrorMessage(CONNECTION(database));
}

struct photo_reply *photo_database_run(struct photo_database *database, const char *sql) {
    return (struct photo_reply *)lazy.PQexec(CONNECTION(database), sql);
}

int photo_reply_kind(const struct photo_reply *reply) {
    if (reply == NULL) return PHOTO_REPLY_ERROR;
    switch (lazy.PQresultStatus(RESULT(reply))) {
        case PGRES_EMPTY_QUERY:
        case PGRES_COMMAND_OK: return PHOTO_REPLY_DONE;
        case PGRES_TUPLES_OK: return PHOTO_REPLY_ROWS;
        case PGRES_COPY_IN: return PHOTO_REPLY_COPY_IN;
        case PGRES_COPY_OUT: return PHOTO_REPLY_COPY_OUT;
        default: return PHOTO_REPLY_ERROR;
    }
}

int photo_reply_rows(const struct photo_reply *reply) { return lazy.PQntuples(RESULT(reply)); }

int photo_reply_columns(const struct photo_reply *reply) { return lazy.PQnfields(RESULT(reply)); }

const char *photo_reply_value(const struct photo_reply *reply, int row, int column) {
    if (lazy.PQgetisnull(RESULT(reply), row, column)) return NULL;
    return lazy.PQgetvalue(RESULT(reply), row, column);
}

const char *photo_reply_state(const struct photo_reply *reply) {
    const char *state = reply == NULL ? NULL : lazy.PQresultErrorField(RESULT(reply), PG_DIAG_SQLSTATE);
    return state == NULL ? "" : state;
}

void photo_reply_release(struct photo_reply *reply) {
    if (reply != NULL) lazy.PQclear(RESULT(reply));
}

int photo_database_send(struct photo_database *database, const void *bytes, size_t count) {
    return lazy.PQputCopyData(CONNECTION(database), bytes, (int)count) == 1;
}

// The last reply of a statement; those before it are released.
static struct photo_reply *last_reply(PGconn *connection) {
    PGresult *last = NULL;
    for (PGresult *next; (next = lazy.PQgetResult(connection)) != NULL; last = next) {
        if (last != NULL) lazy.PQclear(last);
        ExecStatusType status = lazy.PQresultStatus(next);
        // Only the server can end this COPY, and it will not.
        if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH)
            return (struct photo_reply *)next;
    }
    return (struct photo_reply *)last;
}

struct photo_reply *photo_database_end_send(struct photo_database *database) {
    if (lazy.PQputCopyEnd(CONNECTION(database), NULL) != 1) return NULL;
    return last_reply(CONNECTION(database));
}

long photo_database_receive(struct photo_database *database, char **bytes) {
    return lazy.PQgetCopyData(CONNECTION(database), bytes, 0);
}

void photo_database_release(char *bytes) { lazy.PQfreemem(bytes); }

struct photo_reply *photo_database_end_receive(struct photo_database *database) {
    return last_reply(CONNECTION(database));
}

int photo_database_process(struct photo_database *database) {
    return lazy.PQbackendPID(CONNECTION(database));
}

int photo_database_socket(struct photo_database *database) {
    return lazy.PQsocket(CONNECTION(database));
}

int photo_database_notified(struct photo_database *database) {
    if (!lazy.PQconsumeInput(CONNECTION(database))) return -1;
    int count = 0;
    for (PGnotify *next; (next = lazy.PQnotifies(CONNECTION(database))) != NULL; count++)
        lazy.PQfreemem(next);
    return count > 0;
}
