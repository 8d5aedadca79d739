#include "pixel_decoders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jxl/decode.h>
#include <jxl/version.h>

#include "lazy_library.h"

// Before 1.0 each minor version has a soname of its own.
#ifdef JPEGXL_MAJOR_VERSION
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define LIBRARY_FILE "libjxl.so." TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)
#else
#define LIBRARY_FILE "libjxl.so.0.7"
#endif
#define FUNCTIONS(X) X(JxlDecoderCloseInput) X(JxlDecoderCreate) X(JxlDecoderDestroy)           \
    X(JxlDecoderFlushImage) X(JxlDecoderGetBasicInfo) X(JxlDecoderGetColorAsEncodedProfile)     \
    X(JxlDecoderGetColorAsICCProfile) X(JxlDecoderGetICCProfileSize)                            \
    X(JxlDecoderImageOutBufferSize) X(JxlDecoderProcessInput) X(JxlDecoderSetImageOutBuffer)    \
    X(JxlDecoderSetInput) X(JxlDecoderSubscribeEvents) X(JxlDecoderVersion)
PHOTO_LAZY_LIBRARY(jxl, LIBRARY_FILE, FUNCTIONS)

int photo_jxl_open(void) { return jxl_is_open(); }

// Before 0.8 the functions for profiles had an additional unused parameter.
#ifdef JPEGXL_NUMERIC_VERSION
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 8, 0)
#define UNUSED_FORMAT
#endif
#endif
#ifndef UNUSED_FORMAT
#define UNUSED_FORMAT NULL,
#endif

static void take_profile(JxlDecoder *decoder, struct photo_pixels *pixels) {
    JxlColorEncoding encoding;
    if (lazy.JxlDecoderGetColorAsEncodedProfile(decoder, UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                           &encoding) == JXL_DEC_SUCCESS &&
        encoding.transfer_function == JXL_TRANSFER_FUNCTION_SRGB &&
        (encoding.color_space == JXL_COLOR_SPACE_GRAY ||
         encoding.primaries == JXL_PRIMARIES_SRGB)) {
        return;  // sRGB, which a JPEG without a profile means.
    }
    size_t count = 0;
    if (lazy.JxlDecoderGetICCProfileSize(decoder, UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                    &count) != JXL_DEC_SUCCESS ||
        count == 0 || count > 1048576) {
        return;
    }
    free(pixels->profile);
    pixels->profile = malloc(count);
    pixels->profile_count = 0;
    if (pixels->profile == NULL) return;
    if (lazy.JxlDecoderGetColorAsICCProfile(decoder, UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                       pixels->profile, count) == JXL_DEC_SUCCESS) {
        pixels->profile_count = count;
    }
}

static int make_room(JxlDecoder *decoder, const JxlBasicInfo *info, struct photo_pixels *pixels) {
    pixels->channels = (info->num_color_channels == 1 ? 1 : 3) + (info->alpha_bits > 0 ? 1 : 0);
    JxlPixelFormat format = {pixels->channels, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    size_t count = 0;
    if (lazy.JxlDecoderImageOutBufferSize(decoder, &format, &count) != JXL_DEC_SUCCESS) return 0;
    // The size is that of the upright picture.
    if (count != (size_t)info->xsize * info->ysize * pixels->channels) return 0;
    uint8_t *bytes = calloc(count, 1);
    if (bytes == NULL) return 0;
    pixels->bytes = bytes;
    pixels->width = info->xsize;
    pixels->height = info->ysize;
    pixels->stride = (size_t)info->xsize * pixels->channels;
    pixels->premultiplied = info->alpha_premultiplied != 0;
    return lazy.JxlDecoderSetImageOutBuffer(decoder, &format, bytes, count) == JXL_DEC_SUCCESS;
}

static int decode(JxlDecoder *decoder, struct photo_pixel_limits limits,
                  struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    JxlBasicInfo info;
    memset(&info, 0, sizeof info);
    for (;;) {
        switch (lazy.JxlDecoderProcessInput(decoder)) {
        case JXL_DEC_BASIC_INFO:
            if (lazy.JxlDecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS) {
                return PHOTO_PIXELS_FAILED;
            }
            if (info.xsize == 0 || info.ysize == 0 ||
                (uint64_t)info.xsize * info.ysize > limits.pixels) {
                snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%u x %u pixels", info.xsize,
                         info.ysize);
                return PHOTO_PIXELS_TOO_LARGE;
            }
            break;
        case JXL_DEC_COLOR_ENCODING: take_profile(decoder, pixels); break;
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            if (pixels->bytes != NULL || !make_room(decoder, &info, pixels)) {
                return PHOTO_PIXELS_FAILED;
            }
            break;
        case JXL_DEC_FULL_IMAGE: return PHOTO_PIXELS_MADE;
        case JXL_DEC_NEED_MORE_INPUT:
            // Truncated: use the available part.
            return pixels->bytes != NULL && lazy.JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS
                       ? PHOTO_PIXELS_MADE
                       : PHOTO_PIXELS_FAILED;
        default: return PHOTO_PIXELS_FAILED;
        }
    }
}

int photo_jxl_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                     struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    JxlDecoder *decoder = lazy.JxlDecoderCreate(NULL);
    if (decoder == NULL) return PHOTO_PIXELS_FAILED;
    int outcome = PHOTO_PIXELS_FAILED;
    if (lazy.JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING |
                                               JXL_DEC_FULL_IMAGE) == JXL_DEC_SUCCESS &&
        lazy.JxlDecoderSetInput(decoder, bytes, count) == JXL_DEC_SUCCESS) {
        lazy.JxlDecoderCloseInput(decoder);
        outcome = decode(decoder, limits, pixels, message);
    }
    lazy.JxlDecoderDestroy(decoder);
    return outcome;
}

int photo_jxl_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!jxl_is_open()) return 0;
    uint32_t version = lazy.JxlDecoderVersion();
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "libjxl %u.%u.%u", version / 1000000,
             version / 1000 % 1000, version % 1000);
    return 1;
}
