// What the parts of the HEIC decoder share: heif_shims.c chooses a picture, heif_tiles.c lets FFmpeg decode its tiles,
// hevc_frames.c decodes one of them, and plane_reduction.c scales the picture down.
#ifndef PHOTO_HEIF_TILES_H
#define PHOTO_HEIF_TILES_H

#include <stddef.h>
#include <stdint.h>

#include <libavcodec/avcodec.h>

#include "pixel_decoders.h"

// Whether libavcodec is there.
int photo_hevc_open(void);

// Decodes a still picture from NAL units with start codes; AV_INPUT_BUFFER_PADDING_SIZE zeros follow them.
// NULL if it is damaged. The frame is valid until the next call.
const AVFrame *photo_hevc_frame(const uint8_t *units, size_t count, uint64_t most_pixels);

// Loads what the next two functions need; without it libheif decodes alone.
void photo_heif_tiles_open(void);

// Makes libheif decode HEVC with libavcodec, if that is there.
void photo_heif_tiles_begin(uint64_t most_pixels);

// Makes it use its own decoder again; returns whether it had the other one.
int photo_heif_tiles_end(void);

// A picture whose colours are stored apart, each sample in one byte, or in two if `depth` exceeds 8.
struct photo_planes {
    const uint8_t *bytes[3];
    size_t strides[3];
    uint32_t width, height, depth;
};

// Joins the colours and scales the longer side down to `long_side`. 0 if memory is missing.
int photo_reduce_planes(const struct photo_planes *planes, uint32_t long_side, struct photo_pixels *pixels);

#endif
