// PostgreSQL's client library, which is loaded if a record in a database is named.
#ifndef PHOTO_POSTGRES_SHIMS_H
#define PHOTO_POSTGRES_SHIMS_H

#include <stddef.h>
#include <stdint.h>

struct photo_database;
struct photo_reply;

// The outcome of a statement.
enum {
    PHOTO_REPLY_ERROR = 0,
    PHOTO_REPLY_DONE = 1,
    PHOTO_REPLY_ROWS = 2,
    PHOTO_REPLY_COPY_IN = 3,
    PHOTO_REPLY_COPY_OUT = 4,
};

// Whether libpq is installed.
int photo_database_library(void);

// The version of libpq, such as 150013 for 15.13; 0 if it is not installed.
int photo_database_version(void);

// Connects; NULL only without libpq or memory. The address is a URL or a list of settings, as psql takes it.
struct photo_database *photo_database_open(const char *address);
void photo_database_close(struct photo_database *database);

int photo_database_is_open(struct photo_database *database);
const char *photo_database_error(struct photo_database *database);

// Runs statements; the reply is that of the last one, or of the first that fails.
struct photo_reply *photo_database_run(struct photo_database *database, const char *sql);
int photo_reply_kind(const struct photo_reply *reply);
int photo_reply_rows(const struct photo_reply *reply);
int photo_reply_columns(const struct photo_reply *reply);
// A value as text; NULL for the NULL of SQL.
const char *photo_reply_value(const struct photo_reply *reply, int row, int column);
// The five characters of SQLSTATE; empty if the connection was lost.
const char *photo_reply_state(const struct photo_reply *reply);
void photo_reply_release(struct photo_reply *reply);

// Sends bytes of a COPY; 0 if the connection was lost.
int photo_database_send(struct photo_database *database, const void *bytes, size_t count);
// Ends a COPY; the reply says whether it was accepted.
struct photo_reply *photo_database_end_send(struct photo_database *database);
// Receives a piece of a COPY, which the caller releases; -1 at the end, -2 after an error.
long photo_database_receive(struct photo_database *database, char **bytes);
void photo_database_release(char *bytes);
// The reply after the last piece.
struct photo_reply *photo_database_end_receive(struct photo_database *database);

// The number of the server process, as told when the connection was made.
int photo_database_process(struct photo_database *database);

// The socket to wait on, or -1; whether there was a notification since the last call, -1 if the
// connection was lost.
int photo_database_socket(struct photo_database *database);
int photo_database_notified(struct photo_database *database);

#endif
