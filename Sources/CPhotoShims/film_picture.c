// libswscale: converts a frame of any pixel format to RGB in its displayed size, shape and colours.
#include "film_frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libswscale/swscale.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(sws_freeContext) X(sws_getCoefficients) X(sws_getContext) X(sws_isSupportedInput) \
    X(sws_scale) X(sws_setColorspaceDetails)
PHOTO_LAZY_LIBRARY(scaler, "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR), FUNCTIONS)

const int photo_scaler_soname = LIBSWSCALE_VERSION_MAJOR;

int photo_scaler_open(void) { return scaler_is_open(); }

struct size {
    int width, height;
};

// The displayed size of the frame, reduced to `long_side`.
static struct size size_of(const AVFrame *frame, AVRational shape, uint32_t long_side) {
    double width = frame->width, height = frame->height;
    // Absurd aspect ratios are treated as square pixels.
    double ratio = shape.num > 0 && shape.den > 0 ? (double)shape.num / shape.den : 1;
    if (ratio >= 0.1 && ratio <= 10) width *= ratio;
    double longest = width > height ? width : height;
    double part = longest > long_side ? long_side / longest : 1;
    int across = (int)(width * part + 0.5), down = (int)(height * part + 0.5);
    return (struct size){across < 1 ? 1 : across, down < 1 ? 1 : down};
}

static int is_full_range(const AVFrame *frame) {
    switch (frame->format) {
    case AV_PIX_FMT_YUVJ411P:
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ440P:
    case AV_PIX_FMT_YUVJ444P: return 1;
    default: return frame->color_range == AVCOL_RANGE_JPEG;
    }
}

// Videos without a matrix have that of television of their size.
static int matrix_of(const AVFrame *frame) {
    switch (frame->colorspace) {
    case AVCOL_SPC_BT709: return SWS_CS_ITU709;
    case AVCOL_SPC_FCC: return SWS_CS_FCC;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601;
    case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
    default: return frame->height >= 720 || frame->width >= 1280 ? SWS_CS_ITU709 : SWS_CS_ITU601;
    }
}

static int scale(const AVFrame *frame, struct size size, enum AVPixelFormat format, uint8_t *target,
                 int stride) {
    int is_smaller = size.width < frame->width || size.height < frame->height;
    int way = (is_smaller ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT;
    struct SwsContext *context =
        lazy.sws_getContext(frame->width, frame->height, frame->format, size.width, size.height,
                            format, way, NULL, NULL, NULL);
    if (context == NULL) return 0;
    const int *from = lazy.sws_getCoefficients(matrix_of(frame));
    lazy.sws_setColorspaceDetails(context, from, is_full_range(frame),
                                  lazy.sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
    uint8_t *targets[4] = {target};
    int strides[4] = {stride};
    int rows = lazy.sws_scale(context, (const uint8_t *const *)frame->data, frame->linesize, 0,
                              frame->height, targets, strides);
    lazy.sws_freeContext(context);
    return rows == size.height;
}

int photo_frame_pixels(const AVFrame *frame, AVRational shape, uint32_t long_side,
                       struct photo_pixel_limits limits, struct photo_pixels *pixels,
                       char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (frame->width <= 0 || frame->height <= 0 ||
        (uint64_t)frame->width * (uint64_t)frame->height > limits.pixels) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%d x %d pixels", frame->width, frame->height);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    if (!lazy.sws_isSupportedInput(frame->format)) return PHOTO_PIXELS_UNSUPPORTED;
    int is_pq = frame->color_trc == AVCOL_TRC_SMPTE2084;
    int is_hdr = is_pq || frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
    struct size size = size_of(frame, shape, long_side);
    if ((uint64_t)size.width * (uint64_t)size.height > limits.pixels) return PHOTO_PIXELS_TOO_LARGE;
    // libswscale writes whole vectors, so rows are longer than their pixels, and the last one is padded.
    size_t stride = ((size_t)size.width * (is_hdr ? 6 : 3) + 127) / 64 * 64;
    uint8_t *made = calloc((size_t)size.height + 1, stride);
    if (made == NULL || stride > INT32_MAX ||
        !scale(frame, size, is_hdr ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24, made, (int)stride)) {
        free(made);
        return PHOTO_PIXELS_FAILED;
    }
    for (int row = 0; is_hdr && row < size.height; row++) {
        uint8_t *start = made + (size_t)row * stride;
        // Half as wide as its source, so it can be stored in place.
        photo_tone_map((const uint16_t *)start, (size_t)size.width, is_pq, start);
    }
    pixels->bytes = made;
    pixels->width = (uint32_t)size.width;
    pixels->height = (uint32_t)size.height;
    pixels->channels = 3;
    pixels->stride = stride;
    if (!is_hdr) {
        // The sRGB curve, as players show videos.
        pixels->primaries = (uint16_t)frame->color_primaries;
        pixels->transfer = AVCOL_TRC_IEC61966_2_1;
    }
    return PHOTO_PIXELS_MADE;
}
