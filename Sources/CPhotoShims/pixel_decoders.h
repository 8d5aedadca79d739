// The decoders themselves, which run in a process of their own: see pixel_shims.c.
#ifndef PHOTO_PIXEL_DECODERS_H
#define PHOTO_PIXEL_DECODERS_H

#include "pixel_shims.h"

// Whether the library is there; it is opened before the process is split, so that the new one need not.
int photo_heif_open(void);
int photo_webp_open(void);
int photo_jxl_open(void);
int photo_tiff_open(void);
int photo_png_open(void);
int photo_gif_open(void);
int photo_raw_open(void);
int photo_film_open(void);

int photo_heif_decode(const uint8_t *bytes, size_t count, uint32_t long_side,
                      struct photo_pixel_limits limits, struct photo_pixels *pixels,
                      char message[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_webp_decode(const uint8_t *bytes, size_t count, uint32_t long_side,
                      struct photo_pixel_limits limits, struct photo_pixels *pixels,
                      char message[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_jxl_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                     struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_tiff_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                      struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_png_decode(const uint8_t *bytes, size_t count, uint32_t long_side,
                     struct photo_pixel_limits limits, struct photo_pixels *pixels,
                     char message[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_gif_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                     struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_raw_decode(const uint8_t *bytes, size_t count, struct photo_pixel_limits limits,
                     struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_film_decode(int descriptor, size_t count, uint32_t long_side,
                      struct photo_pixel_limits limits, struct photo_pixels *pixels,
                      char message[PHOTO_PIXEL_MESSAGE_SIZE]);

#endif
