// The kernel's state of a connection. The Glibc module has an older tcp_info, without the counts.
#ifndef PHOTO_CONNECTION_SHIMS_H
#define PHOTO_CONNECTION_SHIMS_H

#include <stdint.h>

struct photo_connection_progress {
    // Bytes received, and bytes that the client has acknowledged, since the connection was opened.
    uint64_t received;
    uint64_t taken;
    // Bytes that were passed to the kernel and not acknowledged yet.
    int waiting;
};

// -1 if unknown.
int photo_connection_progress(int descriptor, struct photo_connection_progress *progress);

// For how many milliseconds the client has acknowledged nothing, though it was sent something: its computer sleeps, or
// its network is gone. 0 if that is not long. The Glibc module has an older tcp_info.
int photo_connection_silence(int descriptor);

// The number of unread bytes. ioctl is variadic.
int photo_connection_unread(int descriptor);

#endif
