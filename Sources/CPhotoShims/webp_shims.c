#include "pixel_decoders.h"

#include <stdio.h>
#include <string.h>

#include <webp/decode.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(WebPDecode) X(WebPFreeDecBuffer) X(WebPGetDecoderVersion)    \
    X(WebPGetFeaturesInternal) X(WebPInitDecoderConfigInternal)
PHOTO_LAZY_LIBRARY(webp, "libwebp.so.7", FUNCTIONS)

int photo_webp_open(void) { return webp_is_open(); }

static uint32_t scaled(uint32_t side, uint32_t longest, uint32_t wanted) {
    uint32_t made = (uint32_t)(((uint64_t)side * wanted + longest / 2) / longest);
    return made == 0 ? 1 : made;
}

int photo_webp_decode(const uint8_t *bytes, size_t count, uint32_t long_side,
                      struct photo_pixel_limits limits, struct photo_pixels *pixels,
                      char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    WebPDecoderConfig config;
    // The inline functions of the header call these with the suffix "Internal".
    if (!lazy.WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION) ||
        lazy.WebPGetFeaturesInternal(bytes, count, &config.input, WEBP_DECODER_ABI_VERSION) !=
            VP8_STATUS_OK) {
        return PHOTO_PIXELS_FAILED;
    }
    uint32_t width = (uint32_t)config.input.width, height = (uint32_t)config.input.height;
    if (width == 0 || height == 0 || (uint64_t)width * height > limits.pixels) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%u x %u pixels", width, height);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    uint32_t longest = width > height ? width : height;
    if (longest > long_side) {
        config.options.use_scaling = 1;
        config.options.scaled_width = (int)scaled(width, longest, long_side);
        config.options.scaled_height = (int)scaled(height, longest, long_side);
        // The rows are averaged afterwards, so smoothing is not needed.
        config.options.no_fancy_upsampling = 1;
    }
    int has_alpha = config.input.has_alpha;
    config.output.colorspace = has_alpha ? MODE_RGBA : MODE_RGB;
    // The available part of a truncated file is shown.
    VP8StatusCode status = lazy.WebPDecode(bytes, count, &config);
    if ((status != VP8_STATUS_OK && status != VP8_STATUS_NOT_ENOUGH_DATA) ||
        config.output.u.RGBA.rgba == NULL) {
        lazy.WebPFreeDecBuffer(&config.output);
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "status %d", status);
        return status == VP8_STATUS_UNSUPPORTED_FEATURE ? PHOTO_PIXELS_UNSUPPORTED
                                                        : PHOTO_PIXELS_FAILED;
    }
    pixels->bytes = config.output.u.RGBA.rgba;
    pixels->stride = (size_t)config.output.u.RGBA.stride;
    pixels->width = (uint32_t)config.output.width;
    pixels->height = (uint32_t)config.output.height;
    pixels->channels = has_alpha ? 4 : 3;
    return PHOTO_PIXELS_MADE;
}

int photo_webp_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!webp_is_open()) return 0;
    int version = lazy.WebPGetDecoderVersion();
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "libwebp %d.%d.%d", version >> 16, version >> 8 & 255,
             version & 255);
    return 1;
}
