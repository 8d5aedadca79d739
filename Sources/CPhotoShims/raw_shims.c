// LibRaw: develops raw photos without a preview, at half their size.
#include "pixel_decoders.h"

#include <stdio.h>
#include <string.h>

#include <libraw/libraw.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(libraw_dcraw_make_mem_image) X(libraw_dcraw_process) X(libraw_init) X(libraw_open_buffer) \
    X(libraw_strerror) X(libraw_unpack) X(libraw_version)
#define QUOTED(text) #text
#define SONAME(number) "libraw.so." QUOTED(number)
PHOTO_LAZY_LIBRARY(raw, SONAME(LIBRAW_SHLIB_CURRENT), FUNCTIONS)

const int photo_raw_soname = LIBRAW_SHLIB_CURRENT;

int photo_raw_open(void) { return raw_is_open(); }

static int fail(int error, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%s", lazy.libraw_strerror(error));
    return error == LIBRAW_FILE_UNSUPPORTED || error == LIBRAW_NOT_IMPLEMENTED ? PHOTO_PIXELS_UNSUPPORTED
           : error == LIBRAW_TOO_BIG                                           ? PHOTO_PIXELS_TOO_LARGE
                                                                               : PHOTO_PIXELS_FAILED;
}

int photo_raw_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                     struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    // Never closed: the process ends with the picture.
    libraw_data_t *raw = lazy.libraw_init(0);
    if (raw == NULL) return PHOTO_PIXELS_FAILED;
    raw->params.half_size = 1;
    raw->params.use_camera_wb = 1;
    raw->params.output_color = 1;
    raw->params.output_bps = 8;
    // The photo is rotated later, by the orientation in the index.
    raw->params.user_flip = 0;
    int error = lazy.libraw_open_buffer(raw, (void *)bytes, count);
    if (error != LIBRAW_SUCCESS) return fail(error, message);
    if ((uint64_t)raw->sizes.raw_width * raw->sizes.raw_height > limits.pixels ||
        (uint64_t)raw->sizes.width * raw->sizes.height > limits.pixels) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%u x %u pixels", raw->sizes.raw_width, raw->sizes.raw_height);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    error = lazy.libraw_unpack(raw);
    if (error == LIBRAW_SUCCESS) error = lazy.libraw_dcraw_process(raw);
    libraw_processed_image_t *made = error == LIBRAW_SUCCESS ? lazy.libraw_dcraw_make_mem_image(raw, &error) : NULL;
    if (made == NULL) return fail(error, message);
    uint64_t row = (uint64_t)made->width * made->colors;
    if (made->type != LIBRAW_IMAGE_BITMAP || made->bits != 8 || (made->colors != 1 && made->colors != 3) ||
        row * made->height > made->data_size) {
        return PHOTO_PIXELS_UNSUPPORTED;
    }
    pixels->bytes = made->data;
    pixels->width = made->width;
    pixels->height = made->height;
    pixels->channels = made->colors;
    pixels->stride = row;
    return PHOTO_PIXELS_MADE;
}

int photo_raw_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!raw_is_open()) return 0;
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "LibRaw %s", lazy.libraw_version());
    return 1;
}
