// The command line's HTTP client: libcurl sets its options through a variadic function.
#ifndef PHOTO_CLIENT_SHIMS_H
#define PHOTO_CLIENT_SHIMS_H

#include <stddef.h>
#include <stdint.h>

enum { PHOTO_CLIENT_TEXT_SIZE = 320 };

struct photo_client_request {
    const char *url;
    const char *accept;
    // The type of the content, or NULL: a request with content is a POST, any other a GET.
    const char *content_type;
    const uint8_t *content;
    size_t content_count;
    // `user:password`, or NULL.
    const char *credentials;
    // The value of the field `Authorization`, or NULL.
    const char *authorization;
    // The wanted bytes as `first-last`, or NULL for all.
    const char *range;
    // The name of a field of the response that is copied to the reply, or NULL.
    const char *wanted_field;
    // A file with the trusted authorities (PEM), or NULL for those of the system.
    const char *authorities;
    // The limit of bytes of a response.
    size_t most_bytes;
    // Seconds to connect, and seconds without a byte.
    uint32_t seconds;
    // Seconds for the whole exchange; 0 is no limit.
    uint32_t total_seconds;
    // Whether proxies of the environment are ignored.
    int is_local;
};

// A response until it is released; without a status there is none, and the text has the reason.
struct photo_client_reply {
    int status;
    uint8_t *body;
    size_t count, most;
    // The media type, or the reason.
    char text[PHOTO_CLIENT_TEXT_SIZE];
    // The value of the wanted field; empty if there is none.
    char field[PHOTO_CLIENT_TEXT_SIZE];
};

// A client that keeps its connections for the next request; NULL if libcurl is not installed.
void *photo_client_start(void);
void photo_client_send(void *client, const struct photo_client_request *request,
                       struct photo_client_reply *reply);
void photo_client_reply_release(struct photo_client_reply *reply);
void photo_client_end(void *client);

// The name and version of libcurl; 0 if it cannot be loaded.
int photo_client_version(char name[PHOTO_CLIENT_TEXT_SIZE]);

#endif
