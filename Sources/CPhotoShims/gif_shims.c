#include "pixel_decoders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(DGifOpen) X(DGifGetRecordType) X(DGifGetImageDesc) X(DGifGetLine)   \
    X(DGifGetExtension) X(DGifGetExtensionNext)
PHOTO_LAZY_LIBRARY(gif, "libgif.so.7", FUNCTIONS)

int photo_gif_open(void) { return gif_is_open(); }

struct source {
    const uint8_t *bytes;
    size_t count, position;
};

static int read_bytes(GifFileType *gif, GifByteType *target, int count) {
    struct source *source = gif->UserData;
    size_t left = source->count - source->position;
    size_t taken = (size_t)count < left ? (size_t)count : left;
    memcpy(target, source->bytes + source->position, taken);
    source->position += taken;
    return (int)taken;
}

// Reads up to the first picture; `transparent` becomes the index of the transparent colour, or stays -1.
static int find_picture(GifFileType *gif, int *transparent) {
    GifRecordType type;
    while (lazy.DGifGetRecordType(gif, &type) == GIF_OK) {
        if (type == IMAGE_DESC_RECORD_TYPE) return lazy.DGifGetImageDesc(gif) == GIF_OK;
        if (type != EXTENSION_RECORD_TYPE) return 0;
        int code = 0;
        GifByteType *block = NULL;
        if (lazy.DGifGetExtension(gif, &code, &block) != GIF_OK) return 0;
        if (code == GRAPHICS_EXT_FUNC_CODE && block != NULL && block[0] >= 4 && block[1] & 1) {
            *transparent = block[4];
        }
        while (block != NULL) {
            if (lazy.DGifGetExtensionNext(gif, &block) != GIF_OK) return 0;
        }
    }
    return 0;
}

// Draws the rows of the picture onto the canvas; returns whether there was one.
static int draw(GifFileType *gif, int transparent, uint8_t *canvas, size_t canvas_width) {
    const GifImageDesc *image = &gif->Image;
    const ColorMapObject *colours = image->ColorMap != NULL ? image->ColorMap : gif->SColorMap;
    static const int firsts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    GifPixelType *line = malloc((size_t)image->Width);
    if (line == NULL || colours == NULL) return 0;
    int rows = 0;
    for (int pass = 0; pass < (image->Interlace ? 4 : 1); pass++) {
        int step = image->Interlace ? steps[pass] : 1;
        for (int y = image->Interlace ? firsts[pass] : 0; y < image->Height; y += step) {
            // The readable part of a damaged file is shown.
            if (lazy.DGifGetLine(gif, line, image->Width) != GIF_OK) return rows > 0;
            rows++;
            uint8_t *target = canvas + 3 * ((size_t)(image->Top + y) * canvas_width +
                                            (size_t)image->Left);
            for (int x = 0; x < image->Width; x++, target += 3) {
                if (line[x] == transparent || line[x] >= colours->ColorCount) continue;
                GifColorType colour = colours->Colors[line[x]];
                target[0] = colour.Red, target[1] = colour.Green, target[2] = colour.Blue;
            }
        }
    }
    return rows > 0;
}

int photo_gif_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                     struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    struct source source = {.bytes = bytes, .count = count};
    int error = 0, transparent = -1;
    // Never closed: the process ends with the picture.
    GifFileType *gif = lazy.DGifOpen(&source, read_bytes, &error);
    if (gif == NULL || !find_picture(gif, &transparent)) return PHOTO_PIXELS_FAILED;
    const GifImageDesc *image = &gif->Image;
    if (image->Width <= 0 || image->Height <= 0 || image->Left < 0 || image->Top < 0) {
        return PHOTO_PIXELS_FAILED;
    }
    // Some writers leave the size of the screen out, or make it too small.
    uint64_t width = (uint64_t)image->Left + (uint64_t)image->Width;
    uint64_t height = (uint64_t)image->Top + (uint64_t)image->Height;
    if (gif->SWidth > 0 && (uint64_t)gif->SWidth > width) width = (uint64_t)gif->SWidth;
    if (gif->SHeight > 0 && (uint64_t)gif->SHeight > height) height = (uint64_t)gif->SHeight;
    if (width * height > limits.pixels) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%u x %u pixels", (unsigned)width,
                 (unsigned)height);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    uint8_t *canvas = malloc(3 * width * height);
    if (canvas == NULL) return PHOTO_PIXELS_FAILED;
    memset(canvas, 255, 3 * width * height);
    if (!draw(gif, transparent, canvas, width)) return PHOTO_PIXELS_FAILED;
    pixels->bytes = canvas;
    pixels->width = (uint32_t)width;
    pixels->height = (uint32_t)height;
    pixels->channels = 3;
    pixels->stride = 3 * width;
    return PHOTO_PIXELS_MADE;
}

int photo_gif_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!gif_is_open()) return 0;
    // The library has no function for its version; use the soname.
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "giflib %d", GIFLIB_MAJOR);
    return 1;
}
