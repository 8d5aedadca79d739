#include "pixel_decoders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

#include "heif_tiles.h"
#include "lazy_library.h"

#define FUNCTIONS(X) X(heif_context_alloc) X(heif_context_free)                                 \
    X(heif_context_get_primary_image_handle) X(heif_context_read_from_memory_without_copy)      \
    X(heif_context_set_max_decoding_threads) X(heif_decode_image)                               \
    X(heif_decoding_options_alloc) X(heif_decoding_options_free) X(heif_get_version)            \
    X(heif_image_get_bits_per_pixel) X(heif_image_get_bits_per_pixel_range) X(heif_image_get_height) \
    X(heif_image_get_plane_readonly) X(heif_image_get_width)                                    \
    X(heif_image_handle_get_color_profile_type) X(heif_image_handle_get_height)                 \
    X(heif_image_handle_get_list_of_thumbnail_IDs)                                              \
    X(heif_image_handle_get_nclx_color_profile) X(heif_image_handle_get_raw_color_profile)      \
    X(heif_image_handle_get_raw_color_profile_size) X(heif_image_handle_get_thumbnail)          \
    X(heif_image_handle_get_width) X(heif_image_handle_has_alpha_channel)                       \
    X(heif_image_handle_is_premultiplied_alpha) X(heif_image_handle_release)                    \
    X(heif_nclx_color_profile_free)
PHOTO_LAZY_LIBRARY(heif, "libheif.so.1", FUNCTIONS)

int photo_heif_open(void) {
    if (heif_is_open()) photo_heif_tiles_open();
    return heif_is_open();
}

static int fail(struct heif_error error, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%s", error.message == NULL ? "" : error.message);
    switch (error.code) {
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature:
    case heif_error_Plugin_loading_error: return PHOTO_PIXELS_UNSUPPORTED;
    default:
        return error.subcode == heif_suberror_Security_limit_exceeded ? PHOTO_PIXELS_TOO_LARGE
                                                                      : PHOTO_PIXELS_FAILED;
    }
}

static uint64_t long_side_of(const struct heif_image_handle *handle) {
    int width = lazy.heif_image_handle_get_width(handle), height = lazy.heif_image_handle_get_height(handle);
    return (uint64_t)(width > height ? width : height);
}

static int same_shape(const struct heif_image_handle *one, const struct heif_image_handle *other) {
    int64_t left = (int64_t)lazy.heif_image_handle_get_width(one) * lazy.heif_image_handle_get_height(other);
    int64_t right = (int64_t)lazy.heif_image_handle_get_width(other) * lazy.heif_image_handle_get_height(one);
    int64_t difference = left > right ? left - right : right - left;
    return difference * 50 <= left;
}

// The smallest thumbnail that is large enough; with `at_any_size` the largest one.
static struct heif_image_handle *thumbnail(const struct heif_image_handle *photo,
                                           uint32_t long_side, int at_any_size) {
    heif_item_id ids[8];
    int count = lazy.heif_image_handle_get_list_of_thumbnail_IDs(photo, ids, 8);
    struct heif_image_handle *best = NULL;
    for (int index = 0; index < count; index++) {
        struct heif_image_handle *handle = NULL;
        if (lazy.heif_image_handle_get_thumbnail(photo, ids[index], &handle).code != heif_error_Ok) {
            continue;
        }
        int fits = same_shape(handle, photo) &&
                   (at_any_size ? best == NULL || long_side_of(handle) > long_side_of(best)
                                : long_side_of(handle) >= long_side &&
                                      (best == NULL || long_side_of(handle) < long_side_of(best)));
        struct heif_image_handle *loser = fits ? best : handle;
        if (fits) best = handle;
        if (loser != NULL) lazy.heif_image_handle_release(loser);
    }
    return best;
}

static void take_profile(const struct heif_image_handle *handle, struct photo_pixels *pixels) {
    size_t count = lazy.heif_image_handle_get_raw_color_profile_size(handle);
    enum heif_color_profile_type type = lazy.heif_image_handle_get_color_profile_type(handle);
    if (type == heif_color_profile_type_prof || type == heif_color_profile_type_rICC) {
        if (count == 0 || count > 1048576) return;
        pixels->profile = malloc(count);
        if (pixels->profile == NULL) return;
        struct heif_error error = lazy.heif_image_handle_get_raw_color_profile(handle, pixels->profile);
        if (error.code == heif_error_Ok) pixels->profile_count = count;
        return;
    }
    struct heif_color_profile_nclx *nclx = NULL;
    if (lazy.heif_image_handle_get_nclx_color_profile(handle, &nclx).code != heif_error_Ok) return;
    pixels->primaries = (uint16_t)nclx->color_primaries;
    pixels->transfer = (uint16_t)nclx->transfer_characteristics;
    lazy.heif_nclx_color_profile_free(nclx);
}

// Transparent pictures are returned as they are.
static int take_transparent(const struct heif_image_handle *handle, const struct heif_image *image,
                            struct photo_pixels *pixels) {
    int stride = 0;
    const uint8_t *plane = lazy.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    int width = lazy.heif_image_get_width(image, heif_channel_interleaved);
    int height = lazy.heif_image_get_height(image, heif_channel_interleaved);
    if (plane == NULL || width <= 0 || height <= 0 || width > 65535 ||
        lazy.heif_image_get_bits_per_pixel(image, heif_channel_interleaved) != 32 || stride < width * 4) {
        return 0;
    }
    pixels->bytes = plane;
    pixels->stride = (size_t)stride;
    pixels->width = (uint32_t)width;
    pixels->height = (uint32_t)height;
    pixels->channels = 4;
    pixels->premultiplied = lazy.heif_image_handle_is_premultiplied_alpha(handle);
    return 1;
}

static int take_opaque(const struct heif_image *image, uint32_t long_side, struct photo_pixels *pixels) {
    static const enum heif_channel channels[] = {heif_channel_R, heif_channel_G, heif_channel_B};
    struct photo_planes planes = {0};
    for (int index = 0; index < 3; index++) {
        int stride = 0, width = lazy.heif_image_get_width(image, channels[index]);
        int height = lazy.heif_image_get_height(image, channels[index]);
        int depth = lazy.heif_image_get_bits_per_pixel_range(image, channels[index]);
        planes.bytes[index] = lazy.heif_image_get_plane_readonly(image, channels[index], &stride);
        if (planes.bytes[index] == NULL || width <= 0 || height <= 0 || width > 65535 || height > 65535 ||
            depth < 8 || depth > 16 || stride < width * (depth > 8 ? 2 : 1)) {
            return 0;
        }
        int is_alike = planes.width == (uint32_t)width && planes.height == (uint32_t)height &&
                       planes.depth == (uint32_t)depth;
        if (index > 0 && !is_alike) return 0;
        planes.strides[index] = (size_t)stride;
        planes.width = (uint32_t)width;
        planes.height = (uint32_t)height;
        planes.depth = (uint32_t)depth;
    }
    return photo_reduce_planes(&planes, long_side, pixels);
}

static struct heif_error decode_colours(const struct heif_image_handle *handle, int has_alpha,
                                        struct heif_image **image) {
    struct heif_decoding_options *options = lazy.heif_decoding_options_alloc();
    if (options == NULL) return (struct heif_error){heif_error_Memory_allocation_error, 0, "out of memory"};
    options->convert_hdr_to_8bit = 1;
    struct heif_error error =
        lazy.heif_decode_image(handle, image, heif_colorspace_RGB,
                               has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_444, options);
    lazy.heif_decoding_options_free(options);
    return error;
}

static int decode(const struct heif_image_handle *handle, uint32_t long_side, struct photo_pixel_limits limits,
                  struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    int64_t width = lazy.heif_image_handle_get_width(handle);
    int64_t height = lazy.heif_image_handle_get_height(handle);
    if (width <= 0 || height <= 0 || (uint64_t)width * (uint64_t)height > limits.pixels) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%lld x %lld pixels", (long long)width,
                 (long long)height);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    int has_alpha = lazy.heif_image_handle_has_alpha_channel(handle);
    struct heif_image *image = NULL;
    photo_heif_tiles_begin(limits.pixels);
    struct heif_error error = decode_colours(handle, has_alpha, &image);
    int was_other_decoder = photo_heif_tiles_end();
    if (error.code != heif_error_Ok && was_other_decoder) error = decode_colours(handle, has_alpha, &image);
    if (error.code != heif_error_Ok) return fail(error, message);
    // The decoded size may differ from the declared one.
    if (has_alpha ? !take_transparent(handle, image, pixels) : !take_opaque(image, long_side, pixels)) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "it decodes to something else");
        return PHOTO_PIXELS_FAILED;
    }
    return PHOTO_PIXELS_MADE;
}

// Decodes a thumbnail if it is large enough, else the photo, else any thumbnail.
static int choose(struct heif_context *context, uint32_t long_side,
                  struct photo_pixel_limits limits, struct photo_pixels *pixels,
                  char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    struct heif_image_handle *photo = NULL;
    struct heif_error error = lazy.heif_context_get_primary_image_handle(context, &photo);
    if (error.code != heif_error_Ok) return fail(error, message);
    int outcome = PHOTO_PIXELS_FAILED;
    struct heif_image_handle *small =
        long_side_of(photo) > long_side ? thumbnail(photo, long_side, 0) : NULL;
    if (small != NULL) outcome = decode(small, long_side, limits, pixels, message);
    if (outcome != PHOTO_PIXELS_MADE) outcome = decode(photo, long_side, limits, pixels, message);
    if (outcome != PHOTO_PIXELS_MADE && small == NULL) {
        small = thumbnail(photo, 0, 1);
        char ignored[PHOTO_PIXEL_MESSAGE_SIZE];
        if (small != NULL && decode(small, long_side, limits, pixels, ignored) == PHOTO_PIXELS_MADE) {
            outcome = PHOTO_PIXELS_MADE;
        }
    }
    if (outcome == PHOTO_PIXELS_MADE) take_profile(photo, pixels);
    if (small != NULL) lazy.heif_image_handle_release(small);
    lazy.heif_image_handle_release(photo);
    return outcome;
}

int photo_heif_decode(const uint8_t *bytes, size_t count, uint32_t long_side,
                      struct photo_pixel_limits limits, struct photo_pixels *pixels,
                      char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    struct heif_context *context = lazy.heif_context_alloc();
    if (context == NULL) return PHOTO_PIXELS_FAILED;
    // Several photos are decoded in parallel already.
    lazy.heif_context_set_max_decoding_threads(context, 0);
    struct heif_error error =
        lazy.heif_context_read_from_memory_without_copy(context, bytes, count, NULL);
    int outcome = error.code == heif_error_Ok
                      ? choose(context, long_side, limits, pixels, message)
                      : fail(error, message);
    // The decoded picture does not need it, and lasts until the process ends.
    lazy.heif_context_free(context);
    return outcome;
}

int photo_heif_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!heif_is_open()) return 0;
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "libheif %s", lazy.heif_get_version());
    return 1;
}
