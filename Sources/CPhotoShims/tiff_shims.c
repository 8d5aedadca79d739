#include "pixel_decoders.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

#include "lazy_library.h"

// Since 4.5 the size of a single allocation can be limited.
#if TIFFLIB_VERSION >= 20221213
#define OPENING(X)                                                                              \
    X(TIFFClientOpenExt) X(TIFFOpenOptionsAlloc) X(TIFFOpenOptionsFree)                         \
    X(TIFFOpenOptionsSetMaxSingleMemAlloc)
#else
#define OPENING(X) X(TIFFClientOpen)
#endif
#define FUNCTIONS(X) X(TIFFClose) X(TIFFGetField) X(TIFFGetVersion) X(TIFFRGBAImageBegin)       \
    X(TIFFRGBAImageEnd) X(TIFFRGBAImageGet) X(TIFFRGBAImageOK) X(TIFFSetErrorHandler)           \
    X(TIFFSetWarningHandler) OPENING(X)
PHOTO_LAZY_LIBRARY(tiff, "libtiff.so.6", FUNCTIONS)

int photo_tiff_open(void) { return tiff_is_open(); }

_Static_assert(sizeof(tmsize_t) == sizeof(size_t), "offsets are as wide as pointers");

struct source {
    const uint8_t *bytes;
    uint64_t count, position;
};

static tmsize_t read_source(thandle_t handle, void *target, tmsize_t count) {
    struct source *source = handle;
    if (source->position >= source->count || count <= 0) return 0;
    uint64_t left = source->count - source->position;
    uint64_t taken = (uint64_t)count < left ? (uint64_t)count : left;
    memcpy(target, source->bytes + source->position, taken);
    source->position += taken;
    return (tmsize_t)taken;
}

static tmsize_t refuse_to_write(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle, (void)bytes, (void)count;
    return -1;
}

static toff_t seek_source(thandle_t handle, toff_t offset, int from) {
    struct source *source = handle;
    uint64_t base = from == SEEK_CUR ? source->position : from == SEEK_END ? source->count : 0;
    source->position = base + offset;
    return source->position;
}

static int close_source(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of_source(thandle_t handle) { return ((struct source *)handle)->count; }

static int map_source(thandle_t handle, void **base, toff_t *count) {
    struct source *source = handle;
    *base = (void *)source->bytes;
    *count = source->count;
    return 1;
}

static void unmap_source(thandle_t handle, void *base, toff_t count) {
    (void)handle, (void)base, (void)count;
}

// The handlers are global; they are set once, so that nothing is printed.
static void stay_silent(void) {
    lazy.TIFFSetErrorHandler(NULL);
    lazy.TIFFSetWarningHandler(NULL);
}

static TIFF *open_source(struct source *source, uint64_t most) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, &stay_silent);
#if TIFFLIB_VERSION >= 20221213
    TIFFOpenOptions *options = lazy.TIFFOpenOptionsAlloc();
    if (options == NULL) return NULL;
    lazy.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)most);
    TIFF *tiff = lazy.TIFFClientOpenExt("photo", "r", source, &read_source, &refuse_to_write,
                                   &seek_source, &close_source, &size_of_source, &map_source,
                                   &unmap_source, options);
    lazy.TIFFOpenOptionsFree(options);
    return tiff;
#else
    (void)most;
    return lazy.TIFFClientOpen("photo", "r", source, &read_source, &refuse_to_write, &seek_source,
                          &close_source, &size_of_source, &map_source, &unmap_source);
#endif
}

static void take_profile(TIFF *tiff, struct photo_pixels *pixels) {
    uint32_t count = 0;
    void *profile = NULL;
    if (lazy.TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &count, &profile) != 1 || count > 1048576) return;
    pixels->profile = malloc(count);
    if (pixels->profile == NULL) return;
    memcpy(pixels->profile, profile, count);
    pixels->profile_count = count;
}

static int decode(TIFF *tiff, struct photo_pixel_limits limits, struct photo_pixels *pixels,
                  char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    TIFFRGBAImage image;
    char reason[1024] = "";
    if (!lazy.TIFFRGBAImageOK(tiff, reason) || !lazy.TIFFRGBAImageBegin(&image, tiff, 0, reason)) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%.190s", reason);
        return PHOTO_PIXELS_UNSUPPORTED;
    }
    uint64_t count = (uint64_t)image.width * image.height;
    if (count == 0 || count > limits.pixels) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%u x %u pixels", image.width, image.height);
        lazy.TIFFRGBAImageEnd(&image);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    uint32_t *raster = calloc(count, 4);
    // In stored orientation, because the library would mirror but not rotate.
    image.orientation = ORIENTATION_TOPLEFT;
    image.req_orientation = ORIENTATION_TOPLEFT;
    int has_alpha = image.alpha != 0;
    int is_gray = image.photometric == PHOTOMETRIC_MINISBLACK ||
                  image.photometric == PHOTOMETRIC_MINISWHITE;
    int is_inked = image.photometric == PHOTOMETRIC_SEPARATED;
    // The decodable part of a damaged file is shown.
    int made = raster != NULL && lazy.TIFFRGBAImageGet(&image, raster, image.width, image.height);
    pixels->width = image.width;
    pixels->height = image.height;
    lazy.TIFFRGBAImageEnd(&image);
    if (!made) {
        free(raster);
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "its pixels are damaged");
        return PHOTO_PIXELS_FAILED;
    }
    uint8_t *bytes = (uint8_t *)raster;
    for (uint64_t index = 0; index < count; index++) {
        uint32_t pixel = raster[index];
        if (is_gray) {
            bytes[2 * index] = (uint8_t)TIFFGetR(pixel);
            bytes[2 * index + 1] = (uint8_t)TIFFGetA(pixel);
        } else {
            bytes[4 * index] = (uint8_t)TIFFGetR(pixel);
            bytes[4 * index + 1] = (uint8_t)TIFFGetG(pixel);
            bytes[4 * index + 2] = (uint8_t)TIFFGetB(pixel);
            bytes[4 * index + 3] = has_alpha ? (uint8_t)TIFFGetA(pixel) : 255;
        }
    }
    pixels->bytes = bytes;
    pixels->channels = is_gray ? 2 : 4;
    pixels->stride = (size_t)pixels->width * pixels->channels;
    pixels->premultiplied = 1;
    // The profile of CMYK data does not apply to RGB.
    if (!is_inked) take_profile(tiff, pixels);
    return PHOTO_PIXELS_MADE;
}

int photo_tiff_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                      struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    struct source source = {.bytes = bytes, .count = count, .position = 0};
    TIFF *tiff = open_source(&source, limits.bytes);
    if (tiff == NULL) return PHOTO_PIXELS_FAILED;
    int outcome = decode(tiff, limits, pixels, message);
    lazy.TIFFClose(tiff);
    return outcome;
}

int photo_tiff_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!tiff_is_open()) return 0;
    // "LIBTIFF, Version 4.5.0", and more lines.
    const char *text = lazy.TIFFGetVersion();
    size_t count = strcspn(text, "\n"), start = count;
    while (start > 0 && text[start - 1] != ' ') start--;
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "libtiff %.*s", (int)(count - start), text + start);
    return 1;
}
