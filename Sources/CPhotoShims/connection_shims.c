#include "connection_shims.h"

#include <limits.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

int photo_connection_progress(int descriptor, struct photo_connection_progress *progress) {
    struct tcp_info info;
    memset(&info, 0, sizeof info);
    socklen_t size = sizeof info;
    int waiting = 0;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
    if (ioctl(descriptor, SIOCOUTQ, &waiting) != 0) return -1;
    progress->received = info.tcpi_bytes_received;
    progress->taken = info.tcpi_bytes_acked;
    progress->waiting = waiting;
    return 0;
}

int photo_connection_silence(int descriptor) {
    struct tcp_info info;
    memset(&info, 0, sizeof info);
    socklen_t size = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
    // The kernel waits twice as long before each retransmission: the fifth comes after six seconds or more.
    int is_silent = info.tcpi_unacked > 0 && info.tcpi_retransmits >= 5 && info.tcpi_last_ack_recv > 15000;
    return is_silent ? (int)(info.tcpi_last_ack_recv < INT_MAX ? info.tcpi_last_ack_recv : INT_MAX) : 0;
}

int photo_connection_unread(int descriptor) {
    int unread = 0;
    return ioctl(descriptor, SIOCINQ, &unread) == 0 ? unread : 0;
}
