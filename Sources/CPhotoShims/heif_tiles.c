// A plugin for libheif that decodes HEVC with libavcodec. libheif still reads the container, and puts tiles together.
#include "heif_tiles.h"

#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>
#include <libheif/heif_plugin.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(heif_image_add_plane) X(heif_image_create) X(heif_image_get_plane) X(heif_image_release) \
    X(heif_image_set_nclx_color_profile) X(heif_nclx_color_profile_alloc) X(heif_nclx_color_profile_free)       \
    X(heif_nclx_color_profile_set_color_primaries) X(heif_nclx_color_profile_set_matrix_coefficients)           \
    X(heif_nclx_color_profile_set_transfer_characteristics) X(heif_register_decoder_plugin)
PHOTO_LAZY_LIBRARY(tiles, "libheif.so.1", FUNCTIONS)

static const struct heif_error fine = {heif_error_Ok, heif_suberror_Unspecified, ""};
static const struct heif_error damaged = {heif_error_Decoder_plugin_error, heif_suberror_End_of_data,
                                          "a tile is damaged"};
static const struct heif_error unknown = {heif_error_Decoder_plugin_error, heif_suberror_Unsupported_codec,
                                          "unknown format of pixels"};
static const struct heif_error no_memory = {heif_error_Memory_allocation_error, heif_suberror_Unspecified,
                                            "out of memory"};

// Static, because the process decodes one photo.
static int is_active;
static uint64_t most_pixels;

// The NAL units of a tile.
struct units {
    uint8_t *bytes;
    size_t count;
};

// The layouts of pixels that libheif has too; it converts them to RGB.
static const struct layout {
    enum AVPixelFormat format;
    enum heif_chroma chroma;
    int depth;
} layouts[] = {
    {AV_PIX_FMT_YUV420P, heif_chroma_420, 8},        {AV_PIX_FMT_YUVJ420P, heif_chroma_420, 8},
    {AV_PIX_FMT_YUV422P, heif_chroma_422, 8},        {AV_PIX_FMT_YUVJ422P, heif_chroma_422, 8},
    {AV_PIX_FMT_YUV444P, heif_chroma_444, 8},        {AV_PIX_FMT_YUVJ444P, heif_chroma_444, 8},
    {AV_PIX_FMT_YUV420P10, heif_chroma_420, 10},     {AV_PIX_FMT_YUV422P10, heif_chroma_422, 10},
    {AV_PIX_FMT_YUV444P10, heif_chroma_444, 10},     {AV_PIX_FMT_GRAY8, heif_chroma_monochrome, 8},
    {AV_PIX_FMT_GRAY10, heif_chroma_monochrome, 10},
};

static const char *name(void) { return "libavcodec"; }

static int does_support_format(enum heif_compression_format format) {
    // libheif's own decoders have 100.
    return is_active && format == heif_compression_HEVC ? 200 : 0;
}

static struct heif_error new_decoder(void **decoder) {
    *decoder = calloc(1, sizeof(struct units));
    return *decoder == NULL ? no_memory : fine;
}

static void free_decoder(void *decoder) {
    struct units *units = decoder;
    free(units->bytes);
    free(units);
}

// Takes NAL units with their lengths before them, and writes start codes over the lengths.
static struct heif_error push_data(void *decoder, const void *data, size_t count) {
    struct units *units = decoder;
    if (count > INT32_MAX) return damaged;
    uint8_t *bytes = realloc(units->bytes, units->count + count + AV_INPUT_BUFFER_PADDING_SIZE);
    if (bytes == NULL) return no_memory;
    units->bytes = bytes;
    bytes += units->count;
    memcpy(bytes, data, count);
    memset(bytes + count, 0, AV_INPUT_BUFFER_PADDING_SIZE);
    for (size_t at = 0; at < count;) {
        if (count - at < 4) return damaged;
        const uint8_t *head = bytes + at;
        size_t length = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (length > count - at - 4) return damaged;
        memcpy(bytes + at, "\0\0\0\1", 4);
        at += 4 + length;
    }
    units->count += count;
    return fine;
}

static struct heif_error copy_plane(const AVFrame *frame, int index, const struct layout *layout,
                                    struct heif_image *image) {
    static const enum heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
    int is_narrow = index > 0 && layout->chroma != heif_chroma_444;
    int is_low = index > 0 && layout->chroma == heif_chroma_420;
    int width = is_narrow ? (frame->width + 1) / 2 : frame->width;
    int height = is_low ? (frame->height + 1) / 2 : frame->height;
    struct heif_error error = lazy.heif_image_add_plane(image, channels[index], width, height, layout->depth);
    if (error.code != heif_error_Ok) return error;
    int stride = 0;
    uint8_t *target = lazy.heif_image_get_plane(image, channels[index], &stride);
    size_t row = (size_t)width * (layout->depth > 8 ? 2 : 1);
    if (target == NULL || stride < 0 || (size_t)stride < row) return no_memory;
    for (int line = 0; line < height; line++) {
        memcpy(target + (size_t)line * (size_t)stride,
               frame->data[index] + (ptrdiff_t)line * frame->linesize[index], row);
    }
    return fine;
}

// The colours that the stream states. libheif replaces them by those of the container.
static void set_colours(const AVFrame *frame, struct heif_image *image) {
    struct heif_color_profile_nclx *colours = lazy.heif_nclx_color_profile_alloc();
    if (colours == NULL) return;
    // Values that libheif does not know leave the defaults.
    lazy.heif_nclx_color_profile_set_color_primaries(colours, (uint16_t)frame->color_primaries);
    lazy.heif_nclx_color_profile_set_transfer_characteristics(colours, (uint16_t)frame->color_trc);
    lazy.heif_nclx_color_profile_set_matrix_coefficients(colours, (uint16_t)frame->colorspace);
    colours->full_range_flag = frame->color_range == AVCOL_RANGE_JPEG;
    lazy.heif_image_set_nclx_color_profile(image, colours);
    lazy.heif_nclx_color_profile_free(colours);
}

static struct heif_error decode_image(void *decoder, struct heif_image **image) {
    const struct units *units = decoder;
    const AVFrame *frame = photo_hevc_frame(units->bytes, units->count, most_pixels);
    if (frame == NULL) return damaged;
    const struct layout *layout = NULL;
    for (size_t index = 0; index < sizeof layouts / sizeof *layouts; index++) {
        if ((int)layouts[index].format == frame->format) layout = &layouts[index];
    }
    if (layout == NULL) return unknown;
    int is_grey = layout->chroma == heif_chroma_monochrome;
    struct heif_error error =
        lazy.heif_image_create(frame->width, frame->height,
                               is_grey ? heif_colorspace_monochrome : heif_colorspace_YCbCr, layout->chroma, image);
    if (error.code != heif_error_Ok) return error;
    for (int index = 0; index < (is_grey ? 1 : 3) && error.code == heif_error_Ok; index++) {
        error = copy_plane(frame, index, layout, *image);
    }
    if (error.code == heif_error_Ok) {
        set_colours(frame, *image);
    } else {
        lazy.heif_image_release(*image);
        *image = NULL;
    }
    return error;
}

void photo_heif_tiles_open(void) {
    if (photo_hevc_open()) tiles_is_open();
}

void photo_heif_tiles_begin(uint64_t pixels) {
    static const struct heif_decoder_plugin plugin = {
        .plugin_api_version = 1,
        .get_plugin_name = name,
        .does_support_format = does_support_format,
        .new_decoder = new_decoder,
        .free_decoder = free_decoder,
        .push_data = push_data,
        .decode_image = decode_image,
    };
    if (!photo_hevc_open() || !tiles_is_open()) return;
    most_pixels = pixels;
    is_active = lazy.heif_register_decoder_plugin(&plugin).code == heif_error_Ok;
}

int photo_heif_tiles_end(void) {
    int was_active = is_active;
    is_active = 0;
    return was_active;
}
