#define _GNU_SOURCE
#include "http_shims.h"

#include "connection_shims.h"

#include <dlfcn.h>
#include <limits.h>
#include <malloc.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

_Static_assert(MHD_VERSION >= 0x00097500, "iterators by length and fd-at-offset responses");

struct photo_http_server {
    struct MHD_Daemon *daemon;
    struct photo_http_callbacks callbacks;
};

// Versions from 1.0 on check the shape of a header themselves if the strict option is set. 0.9.75
// does not, and when it is strict it answers a missing Host twice.
static int library_is_strict(void) { return MHD_get_version()[0] >= '1'; }

static void *began(void *cls, const char *target, struct MHD_Connection *connection) {
    (void)connection;
    struct photo_http_callbacks *callbacks = cls;
    return callbacks->began(callbacks->owner, target);
}

static enum MHD_Result received(void *cls, struct MHD_Connection *connection, const char *url,
                                const char *method, const char *version, const char *content,
                                size_t *count, void **context) {
    (void)url;
    struct photo_http_callbacks *callbacks = cls;
    return callbacks->received(callbacks->owner, connection, method, version, content, count,
                               *context)
               ? MHD_YES
               : MHD_NO;
}

static void completed(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_RequestTerminationCode code) {
    (void)connection;
    struct photo_http_callbacks *callbacks = cls;
    if (*context == NULL) return;
    callbacks->completed(callbacks->owner, *context, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    *context = NULL;
}

static void connected(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_ConnectionNotificationCode code) {
    struct photo_http_callbacks *callbacks = cls;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *context = callbacks->connected(callbacks->owner, connection,
                                        info == NULL ? -1 : info->connect_fd);
    } else {
        callbacks->disconnected(callbacks->owner, *context);
        *context = NULL;
    }
}

// Swift decodes targets and detects malformed ones; here they stay unchanged.
static size_t leave_escaped(void *cls, struct MHD_Connection *connection, char *text) {
    (void)cls;
    (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *start(const struct photo_http_setup *setup,
                                struct photo_http_callbacks *callbacks) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC |
                         MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME;
    struct MHD_OptionItem options[4];
    size_t count = 0;
    if (setup->threads > 1) {
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_THREAD_POOL_SIZE,
                                                   (intptr_t)setup->threads, NULL};
    }
    if (setup->certificate != NULL) {
        flags |= MHD_USE_TLS;
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0,
                                                   (void *)setup->certificate};
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0,
                                                   (void *)setup->private_key};
    }
    options[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
    return MHD_start_daemon(
        flags, 0, NULL, NULL, &received, callbacks,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->connection_memory,
        // The caller limits connections. At its own limit, version 0.9.75 fails to unlock a mutex, and
        // its thread deadlocks with the next connection (new_connection_process_ and
        // cleanup_connection_mutex).
        MHD_OPTION_CONNECTION_LIMIT, (unsigned int)INT_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, setup->idle_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, &began, callbacks,
        MHD_OPTION_UNESCAPE_CALLBACK, &leave_escaped, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, &completed, callbacks,
        MHD_OPTION_NOTIFY_CONNECTION, &connected, callbacks,
        MHD_OPTION_STRICT_FOR_CLIENT, library_is_strict(),
        MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

typedef enum MHD_Result lookup(struct MHD_Connection *, enum MHD_ValueKind, const char *, size_t,
                               const char **, size_t *);

static int is_named(const char *key, size_t key_size, const char *name) {
    return key != NULL && key_size == strlen(name) && strncasecmp(key, name, key_size) == 0;
}

static enum MHD_Result find(lookup *library, struct MHD_Connection *connection, const char *name,
                            const char **value, size_t *value_size) {
    return library(connection, MHD_HEADER_KIND, name, strlen(name), value, value_size);
}

// The number of digits of a Content-Length, without trailing blanks, which HTTP allows; 0 if it is invalid.
static size_t length_digits(const char *value, size_t size) {
    size_t digits = strspn(value, "0123456789");
    size_t blanks = strspn(value + digits, " \t");
    return digits <= 18 && digits + blanks == size ? digits : 0;
}

static int has_content(lookup *library, struct MHD_Connection *connection) {
    const char *value = NULL;
    size_t size = 0;
    if (find(library, connection, MHD_HTTP_HEADER_TRANSFER_ENCODING, &value, &size)) return 1;
    return find(library, connection, MHD_HTTP_HEADER_CONTENT_LENGTH, &value, &size) &&
           strspn(value, "0") < length_digits(value, size);
}

// Replaces the library's own function of that name in this process (symbol interposition). The library uses it to read
// fields before the caller can. 0.9.75 then makes two mistakes:
// - It answers an invalid Content-Length by itself, and sends the header of that answer twice. So an
//   invalid one is hidden: the caller sees it among the fields, answers 400 and closes the connection.
// - It reads content after Expect: 100-continue even if there is none, mistakes the next request for it, and closes the
//   connection. So that field is hidden from requests without content.
__attribute__((used, visibility("default"))) enum MHD_Result
MHD_lookup_connection_value_n(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                              const char *key, size_t key_size, const char **value,
                              size_t *value_size) {
    static _Atomic(lookup *) library = NULL;
    lookup *original = library;
    if (original == NULL) {
        original = (lookup *)dlsym(RTLD_NEXT, "MHD_lookup_connection_value_n");
        if (original == NULL) return MHD_NO;
        library = original;
    }
    enum MHD_Result found = original(connection, kind, key, key_size, value, value_size);
    if (found == MHD_NO || kind != MHD_HEADER_KIND) return found;
    if (is_named(key, key_size, MHD_HTTP_HEADER_EXPECT)) {
        return has_content(original, connection) ? MHD_YES : MHD_NO;
    }
    if (value == NULL || value_size == NULL ||
        !is_named(key, key_size, MHD_HTTP_HEADER_CONTENT_LENGTH)) {
        return found;
    }
    *value_size = length_digits(*value, *value_size);
    return *value_size > 0 ? MHD_YES : MHD_NO;
}

struct header_walk {
    int checks_lines;
    const char *next;
    int is_well_formed;
};

static int is_token(const char *text, size_t count) {
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (size_t index = 0; index < count; index++) {
        unsigned char byte = (unsigned char)text[index];
        int is_letter = (byte | 32) >= 'a' && (byte | 32) <= 'z';
        int is_digit = byte >= '0' && byte <= '9';
        if (!is_letter && !is_digit && (byte == 0 || strchr(others, byte) == NULL)) return 0;
    }
    return count > 0;
}

static int has_no_controls(const char *text, size_t count) {
    for (size_t index = 0; index < count; index++) {
        unsigned char byte = (unsigned char)text[index];
        if ((byte < 32 && byte != '\t') || byte == 127) return 0;
    }
    return 1;
}

// Name, NUL for the colon, blanks, value, NUL NUL for CR LF, next name. Anything else has left a gap. A name that the
// library has joined with a folded line has been moved elsewhere.
static enum MHD_Result walk_field(void *cls, enum MHD_ValueKind kind, const char *name,
                                  size_t name_count, const char *value, size_t value_count) {
    (void)kind;
    struct header_walk *walk = cls;
    walk->is_well_formed = 0;
    if (!is_token(name, name_count) || !has_no_controls(value, value_count)) return MHD_NO;
    if (walk->checks_lines) {
        if (name != walk->next || name + name_count >= value) return MHD_NO;
        const char *blank = name + name_count + 1;
        while (blank < value && (*blank == ' ' || *blank == '\t')) blank++;
        if (blank != value) return MHD_NO;
        walk->next = value + value_count + 2;
    }
    walk->is_well_formed = 1;
    return MHD_YES;
}

int photo_http_header_is_well_formed(struct MHD_Connection *connection, const char *method,
                                     size_t target_count, const char *version) {
    struct header_walk walk = {!library_is_strict(), version + strlen(version) + 2, 1};
    size_t method_count = strlen(method);
    if (!is_token(method, method_count)) return 0;
    if (walk.checks_lines && version != method + method_count + 1 + target_count + 1) return 0;
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, &walk_field, &walk);
    if (!walk.is_well_formed || !walk.checks_lines) return walk.is_well_formed;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info != NULL && walk.next + 2 == method + info->header_size;
}

// The memory of a response is freed when it has been sent. By default the C library returns it to the
// kernel, which must then map and zero pages for the next response: for responses of 30 KB a call of
// mprotect and a dozen page faults each.
static void keep_memory(void) {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

struct photo_http_server *photo_http_start(const struct photo_http_setup *setup) {
    keep_memory();
    struct photo_http_server *server = malloc(sizeof *server);
    if (server == NULL) return NULL;
    server->callbacks = setup->callbacks;
    server->daemon = start(setup, &server->callbacks);
    if (server->daemon != NULL) return server;
    free(server);
    return NULL;
}

int photo_http_add(struct photo_http_server *server, int descriptor,
                   const struct sockaddr *address, unsigned int count) {
    return MHD_add_connection(server->daemon, descriptor, address, count) == MHD_YES;
}

void photo_http_stop(struct photo_http_server *server) {
    MHD_stop_daemon(server->daemon);
    free(server);
}

int photo_accept(int listener, struct sockaddr *address, unsigned int *count) {
    return accept4(listener, address, count, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

void photo_lower_priority(void) { setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5); }

int photo_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int photo_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

int photo_socket_has_left(int socket) {
    struct pollfd event = {.fd = socket, .events = POLLRDHUP};
    return poll(&event, 1, 0) > 0 && (event.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

void photo_http_hang_up(struct MHD_Connection *connection) {
    int socket = photo_http_socket(connection);
    if (socket >= 0) shutdown(socket, SHUT_RDWR);
}

int photo_http_absence(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info == NULL) return -1;
    struct pollfd client = {.fd = info->connect_fd, .events = POLLRDHUP};
    if (poll(&client, 1, 0) == 1) return 0;
    int silence = photo_connection_silence(info->connect_fd);
    return silence > 0 ? silence : -1;
}

const struct sockaddr *photo_http_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

void *photo_http_standing(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

void photo_http_end_with_connection(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}
