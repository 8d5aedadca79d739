// The command line's HTTP client: libcurl sets its options through a variadic function.
#ifndef PHOTO_CLIENT_SHIMS_H
#define PHOTO_CLIENT_SHIMS_H

#include <stddef.h>
#include <stdint.h>

enum { PHOTO_CLIENT_TEXT_SIZE = 320 };

struct photo_client_request {
    const char *url;
    const char *accept;
    // What is sent along with its type, or NULL: a request that has something is a POST, all others are a GET.
    const char *content_type;
    const uint8_t *content;
    size_t content_count;
    // `user:password`, or NULL.
    const char *credentials;
    // A file of the authorities that are trusted (PEM), or NULL for those of the system.
    const char *authorities;
    // Bytes of an answer at most.
    size_t most_bytes;
    // Seconds to connect, and seconds without a byte.
    uint32_t seconds;
    // Whether proxies of the environment are passed over.
    int is_local;
};

// An answer until it is released; without a status there is none, and the text says why.
struct photo_client_reply {
    int status;
    uint8_t *body;
    size_t count, most;
    // The media type, or the reason.
    char text[PHOTO_CLIENT_TEXT_SIZE];
};

// A client that keeps its connections for the next request; NULL where libcurl is not installed.
void *photo_client_start(void);
void photo_client_send(void *client, const struct photo_client_request *request,
                       struct photo_client_reply *reply);
void photo_client_reply_release(struct photo_client_reply *reply);
void photo_client_end(void *client);

// Name and version of libcurl. 0 where it cannot be opened.
int photo_client_version(char name[PHOTO_CLIENT_TEXT_SIZE]);

#endif
