// libmicrohttpd is configured and queried through variadic functions, which Swift cannot call.
#ifndef PHOTO_HTTP_SHIMS_H
#define PHOTO_HTTP_SHIMS_H

#include <stddef.h>

struct MHD_Connection;
struct MHD_Response;
struct sockaddr;
struct photo_http_server;

// Callbacks of the library. Each receives `owner`; a context belongs to one request.
struct photo_http_callbacks {
    void *owner;
    // A request line has been read; returns the context. `target` may be NULL.
    void *(*began)(void *owner, const char *target);
    // The header is complete, then each piece of content, then the end. Returns 0 to close the connection.
    int (*received)(void *owner, struct MHD_Connection *connection, const char *method,
                    const char *version, const char *content, size_t *count, void *context);
    // The response was sent (1), or the connection ended before that (0).
    void (*completed)(void *owner, void *context, int sent);
    // A connection was opened; returns its context, which is passed to `disconnected`.
    void *(*connected)(void *owner, struct MHD_Connection *connection, int descriptor);
    void (*disconnected)(void *owner, void *standing);
};

struct photo_http_setup {
    unsigned int threads;
    unsigned int idle_seconds;
    size_t connection_memory;
    // PEM, both or neither.
    const char *certificate;
    const char *private_key;
    struct photo_http_callbacks callbacks;
};

// MHD_start_daemon is variadic. The caller accepts connections and passes them on, so that it can stop accepting at any
// time. MHD_quiesce_daemon races with the library's own threads for the listening socket and aborts the process if it
// loses (MHD_epoll, 0.9.75).
struct photo_http_server *photo_http_start(const struct photo_http_setup *setup);
int photo_http_add(struct photo_http_server *server, int descriptor,
                   const struct sockaddr *address, unsigned int count);
void photo_http_stop(struct photo_http_server *server);

// accept4 is a GNU extension that the Glibc module lacks. Descriptors are non-blocking and not inherited. -1 and errno
// on failure.
int photo_accept(int listener, struct sockaddr *address, unsigned int *count);

// The Glibc module lacks eventfd too. Non-blocking, not inherited, starts at zero.
int photo_event(void);

// Lowers the priority of the calling thread; on Linux each thread has its own. The type of
// setpriority's argument differs between versions of the Glibc module.
void photo_lower_priority(void);

// The socket of a connection, or -1. MHD_get_connection_info is variadic.
int photo_http_socket(struct MHD_Connection *connection);

// Whether the other end of a socket has been closed. POLLRDHUP is a GNU extension.
int photo_socket_has_left(int socket);

// Ends a connection in both directions. In turbo mode the library omits that if a streamed response ends with the
// connection, and then forgets the connection until it times out.
void photo_http_hang_up(struct MHD_Connection *connection);

// For how many milliseconds the client is known to be gone: 0 if it has closed its side of the connection, more if it is
// silent, -1 if it is there. poll's POLLRDHUP is a GNU extension.
int photo_http_absence(struct MHD_Connection *connection);

// Whether request line and fields are exactly valid HTTP: lines end with CR LF, one space separates the parts of the
// request line, names are tokens without a space before the colon, values have no control characters, and nothing is
// folded. Must be called in the first call of `received` for a request; `method` and `version` are that call's, and
// `target_count` is the length of the target that `began` received. MHD_get_connection_info is variadic.
int photo_http_header_is_well_formed(struct MHD_Connection *connection, const char *method,
                                     size_t target_count, const char *version);

// MHD_get_connection_info is variadic.
const struct sockaddr *photo_http_peer(struct MHD_Connection *connection);

// The context of the connection of a request.
void *photo_http_standing(struct MHD_Connection *connection);

// Ends the connection after the response. MHD_set_response_options is variadic.
void photo_http_end_with_connection(struct MHD_Response *response);

#endif
