// What the kernel knows of a connection. The Glibc module has an older tcp_info, without the counts.
#ifndef PHOTO_CONNECTION_SHIMS_H
#define PHOTO_CONNECTION_SHIMS_H

#include <stdint.h>

struct photo_connection_progress {
    // Bytes that have come, and bytes whose arrival the client has confirmed, since it was opened.
    uint64_t received;
    uint64_t taken;
    // Bytes that were handed to the kernel and that the client has not confirmed.
    int waiting;
};

// -1 where it is no longer known.
int photo_connection_progress(int descriptor, struct photo_connection_progress *progress);

// How many unread bytes there are. ioctl is variadic.
int photo_connection_unread(int descriptor);

#endif
