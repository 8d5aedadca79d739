#define _GNU_SOURCE
#include "pixel_decoders.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_PROFILE_BYTES = 1048576,
    // The descriptor of the file in the decoding process.
    KEPT_DESCRIPTOR = 3,
};

// The result of the decoding process in shared memory. The pixels follow it, row by row without gaps.
// All values are checked, because a hostile photo may have written them.
struct parcel {
    int outcome;
    uint32_t width, height, channels;
    int premultiplied;
    uint16_t primaries, transfer;
    int upright;
    uint64_t profile_count;
    char message[PHOTO_PIXEL_MESSAGE_SIZE];
    uint8_t profile[MOST_PROFILE_BYTES];
    uint8_t bytes[];
};

static int is_open(enum photo_pixel_decoder decoder) {
    switch (decoder) {
    case PHOTO_DECODE_HEIF: return photo_heif_open();
    case PHOTO_DECODE_WEBP: return photo_webp_open();
    case PHOTO_DECODE_JXL: return photo_jxl_open();
    case PHOTO_DECODE_TIFF: return photo_tiff_open();
    case PHOTO_DECODE_PNG: return photo_png_open();
    case PHOTO_DECODE_GIF: return photo_gif_open();
    case PHOTO_DECODE_RAW: return photo_raw_open();
    case PHOTO_DECODE_FILM: return photo_film_open();
    }
    return 0;
}

static int decode(enum photo_pixel_decoder decoder, struct photo_source source, uint32_t long_side,
                  struct photo_pixel_limits limits, struct photo_pixels *pixels,
                  char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    const uint8_t *bytes = source.bytes;
    size_t count = source.count;
    switch (decoder) {
    case PHOTO_DECODE_HEIF:
        return photo_heif_decode(bytes, count, long_side, limits, pixels, message);
    case PHOTO_DECODE_WEBP:
        return photo_webp_decode(bytes, count, long_side, limits, pixels, message);
    case PHOTO_DECODE_JXL: return photo_jxl_decode(bytes, count, limits, pixels, message);
    case PHOTO_DECODE_TIFF: return photo_tiff_decode(bytes, count, limits, pixels, message);
    case PHOTO_DECODE_PNG:
        return photo_png_decode(bytes, count, long_side, limits, pixels, message);
    case PHOTO_DECODE_GIF: return photo_gif_decode(bytes, count, limits, pixels, message);
    case PHOTO_DECODE_RAW: return photo_raw_decode(bytes, count, limits, pixels, message);
    case PHOTO_DECODE_FILM:
        return photo_film_decode(KEPT_DESCRIPTOR, count, long_side, limits, pixels, message);
    }
    return PHOTO_PIXELS_UNSUPPORTED;
}

static void limit(int resource, uint64_t most) {
    struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    setrlimit(resource, &limit);
}

// Bytes of private memory of the process.
static uint64_t own_memory(void) {
    char text[128] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (count <= 0) return 0;
    unsigned long long data = 0;
    sscanf(text, "%*u %*u %*u %*u %*u %llu", &data);
    return data * (uint64_t)sysconf(_SC_PAGESIZE);
}

// The new process is a copy with one thread, in which only C and C++ run: no part of Swift is called.
// `opens_files`: for libheif, which loads its decoders when it starts to work.
static void confine(struct photo_pixel_limits limits, int descriptor, int opens_files) {
    int kept = descriptor >= 0 ? dup2(descriptor, KEPT_DESCRIPTOR) : -1;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Signal handlers of the server or of Swift must not run here: a crash ends the process.
    int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGXCPU, SIGINT, SIGTERM};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
        signal(signals[index], SIG_DFL);
    }
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, limits.seconds);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_DATA, own_memory() + limits.bytes);
    // The libraries report damage on standard error.
    int nowhere = open("/dev/null", O_RDWR);
    for (int file = 0; nowhere >= 0 && file <= 2; file++) dup2(nowhere, file);
    // Descriptors inherited from the server. While one is open here, a client is not notified that its connection was
    // closed, and a lock is not released. On kernels without this call (before 5.9) they stay open until the picture is
    // decoded.
    syscall(SYS_close_range, kept < 0 ? KEPT_DESCRIPTOR : KEPT_DESCRIPTOR + 1, ~0U, 0);
    // No file, socket or pipe can be opened from here on.
    if (!opens_files) limit(RLIMIT_NOFILE, 0);
}

static void fill(struct parcel *parcel, const struct photo_pixels *pixels, uint64_t room) {
    size_t row = (size_t)pixels->width * pixels->channels;
    if (pixels->height > 0 && row > room / pixels->height) {
        parcel->outcome = PHOTO_PIXELS_TOO_LARGE;
        return;
    }
    parcel->width = pixels->width;
    parcel->height = pixels->height;
    parcel->channels = pixels->channels;
    parcel->premultiplied = pixels->premultiplied;
    parcel->primaries = pixels->primaries;
    parcel->transfer = pixels->transfer;
    parcel->upright = pixels->upright;
    for (size_t index = 0; index < pixels->height; index++) {
        memcpy(parcel->bytes + index * row, pixels->bytes + index * pixels->stride, row);
    }
    if (pixels->profile != NULL && pixels->profile_count <= MOST_PROFILE_BYTES) {
        memcpy(parcel->profile, pixels->profile, pixels->profile_count);
        parcel->profile_count = pixels->profile_count;
    }
    parcel->outcome = PHOTO_PIXELS_MADE;
}

// Waits for the process, with a generous timeout; returns whether it succeeded.
static int ended_well(pid_t process, uint32_t seconds) {
    int status = 0;
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    if (handle >= 0) {
        struct pollfd event = {.fd = handle, .events = POLLIN};
        int ready = poll(&event, 1, (int)seconds * 3000);
        while (ready < 0 && errno == EINTR) ready = poll(&event, 1, (int)seconds * 3000);
        if (ready == 0) kill(process, SIGKILL);
        close(handle);
    }
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Validates and copies the result of the process.
static int unpack(struct parcel *parcel, uint64_t room, struct photo_pixels *pixels,
                  char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memcpy(message, parcel->message, PHOTO_PIXEL_MESSAGE_SIZE);
    message[PHOTO_PIXEL_MESSAGE_SIZE - 1] = '\0';
    if (parcel->outcome != PHOTO_PIXELS_MADE) return parcel->outcome;
    uint64_t width = parcel->width, height = parcel->height, channels = parcel->channels;
    uint64_t profile_count = parcel->profile_count;
    if (width == 0 || height == 0 || channels == 0 || channels > 4 ||
        width * channels > room / height || profile_count > MOST_PROFILE_BYTES) {
        return PHOTO_PIXELS_FAILED;
    }
    pixels->bytes = parcel->bytes;
    pixels->stride = width * channels;
    pixels->width = (uint32_t)width;
    pixels->height = (uint32_t)height;
    pixels->channels = (uint32_t)channels;
    pixels->premultiplied = parcel->premultiplied;
    pixels->primaries = parcel->primaries;
    pixels->transfer = parcel->transfer;
    pixels->upright = parcel->upright;
    pixels->profile = profile_count > 0 ? parcel->profile : NULL;
    pixels->profile_count = profile_count;
    return PHOTO_PIXELS_MADE;
}

int photo_decode(enum photo_pixel_decoder decoder, struct photo_source source, uint32_t long_side,
                 struct photo_pixel_limits limits, struct photo_pixels *pixels,
                 char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    if (!is_open(decoder)) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "the library for it is not installed");
        return PHOTO_PIXELS_UNSUPPORTED;
    }
    uint64_t room = limits.pixels * 4;
    size_t whole = sizeof(struct parcel) + room;
    // Pages that are never written take no memory.
    struct parcel *parcel = mmap(NULL, whole, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (parcel == MAP_FAILED) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "out of memory");
        return PHOTO_PIXELS_FAILED;
    }
    pixels->owner = parcel;
    pixels->owned = whole;
    pid_t process = fork();
    if (process == 0) {
        confine(limits, decoder == PHOTO_DECODE_FILM ? source.descriptor : -1,
                decoder == PHOTO_DECODE_HEIF);
        struct photo_pixels made;
        parcel->outcome =
            decode(decoder, source, long_side, limits, &made, parcel->message);
        if (parcel->outcome == PHOTO_PIXELS_MADE) fill(parcel, &made, room);
        _exit(0);
    }
    int outcome = PHOTO_PIXELS_FAILED;
    if (process < 0) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "no process can be started");
    } else if (ended_well(process, limits.seconds)) {
        outcome = unpack(parcel, room, pixels, message);
    } else {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "its decoder gave up or was stopped");
    }
    if (outcome != PHOTO_PIXELS_MADE) photo_pixels_release(pixels);
    return outcome;
}

void photo_pixels_release(struct photo_pixels *pixels) {
    if (pixels->owner != NULL) munmap(pixels->owner, pixels->owned);
    memset(pixels, 0, sizeof *pixels);
}
