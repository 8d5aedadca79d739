// What the two halves of the film decoder share: film_shims.c finds a frame, film_picture.c makes a picture of it.
#ifndef PHOTO_FILM_FRAMES_H
#define PHOTO_FILM_FRAMES_H

#include <libavutil/frame.h>

#include "pixel_decoders.h"

// Whether libswscale is there.
int photo_scaler_open(void);

// Scales a frame to eight bits a sample, no longer than `long_side` and in the shape that it is shown in: `shape` is
// that of its pixels. The caller releases `pixels->bytes` with `free`.
int photo_frame_pixels(const AVFrame *frame, AVRational shape, uint32_t long_side,
                       struct photo_pixel_limits limits, struct photo_pixels *pixels,
                       char message[PHOTO_PIXEL_MESSAGE_SIZE]);

// Turns a row of HDR samples (PQ or HLG, BT.2020) into sRGB.
void photo_tone_map(const uint16_t *row, size_t pixels, int is_pq, uint8_t *target);

#endif
