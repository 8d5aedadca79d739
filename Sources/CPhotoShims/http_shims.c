#define _GNU_SOURCE
#include "http_shims.h"

#include <limits.h>
#include <malloc.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

_Static_assert(MHD_VERSION >= 0x00097500, "iterators by length and fd-at-offset responses");

struct photo_http_server {
    struct MHD_Daemon *daemon;
    struct photo_http_callbacks callbacks;
};

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
    return callbacks->received(callbacks->owner, connection, method,
                               strcmp(version, MHD_HTTP_VERSION_1_0) == 0, content, count,
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

// Targets are decoded in Swift, which tells malformed ones apart: here they stay as they came.
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
        // Whoever hands connections over counts them. At a limit of its own the library, in 0.9.75, forgets
        // to unlock what its thread locks again for the next connection, and that thread stands still
        // for good (new_connection_process_ and cleanup_connection_mutex).
        MHD_OPTION_CONNECTION_LIMIT, (unsigned int)INT_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, setup->idle_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, &began, callbacks,
        MHD_OPTION_UNESCAPE_CALLBACK, &leave_escaped, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, &completed, callbacks,
        MHD_OPTION_NOTIFY_CONNECTION, &connected, callbacks,
        MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// An answer's bytes are given back when it has been sent. Unless told otherwise the C library then
// returns them to the kernel, and the next answer's pages are made and zeroed anew: for answers of
// 30 KB that was a call of mprotect and a dozen page faults each.
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

void photo_stand_back(void) { setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5); }

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

int photo_http_has_left(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info == NULL) return 0;
    struct pollfd client = {.fd = info->connect_fd, .events = POLLRDHUP};
    return poll(&client, 1, 0) == 1;
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
