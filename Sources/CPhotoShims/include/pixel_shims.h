// Eight libraries that decode pictures. Each has its own way to own buffers, report errors and take options (variadics,
// structs that grow with versions, functions whose parameters changed). Here they all do the same: decode one picture
// of a file to eight bits per sample, or return an error.
#ifndef PHOTO_PIXEL_SHIMS_H
#define PHOTO_PIXEL_SHIMS_H

#include <stddef.h>
#include <stdint.h>

enum { PHOTO_PIXEL_MESSAGE_SIZE = 200 };

// The resource limits for a picture.
struct photo_pixel_limits {
    // Pixels of a picture that must be in memory as a whole.
    uint64_t pixels;
    // Pixels of a picture that is scaled down row by row.
    uint64_t streamed_pixels;
    // Bytes that a library may allocate in addition to the result.
    uint64_t bytes;
    // Seconds of CPU time.
    uint32_t seconds;
};

enum photo_pixel_outcome {
    PHOTO_PIXELS_FAILED = 0,
    PHOTO_PIXELS_MADE = 1,
    PHOTO_PIXELS_TOO_LARGE = 2,
    PHOTO_PIXELS_UNSUPPORTED = 3,
};

// A picture in memory, until it is released.
struct photo_pixels {
    const uint8_t *bytes;
    size_t stride;
    uint32_t width, height;
    // 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    uint32_t channels;
    // Whether alpha is premultiplied.
    int premultiplied;
    // An ICC profile, or NULL.
    uint8_t *profile;
    size_t profile_count;
    // The code points of ISO/IEC 23091-2 if there is no other profile; else 0.
    uint16_t primaries, transfer;
    // Whether it is upright; if not, the orientation in the index applies.
    int upright;
    // The memory that contains all of this.
    void *owner;
    size_t owned;
};

enum photo_pixel_decoder {
    PHOTO_DECODE_HEIF = 1,
    PHOTO_DECODE_WEBP = 2,
    PHOTO_DECODE_JXL = 3,
    PHOTO_DECODE_TIFF = 4,
    PHOTO_DECODE_PNG = 5,
    PHOTO_DECODE_GIF = 6,
    PHOTO_DECODE_RAW = 7,
    PHOTO_DECODE_FILM = 8,
};

// A file: its bytes in memory, or for a video a descriptor to read them from.
struct photo_source {
    const uint8_t *bytes;
    size_t count;
    int descriptor;
};

// Decodes in a separate process with limited memory and time, because some broken photos make a
// library abort, which must not end the server.
//
// `long_side` is the requested minimum. A thumbnail inside HEIC that is as large and shows the same picture is used
// instead, and WebP and PNG are scaled down while they are decoded. TIFF keeps its stored orientation. Of a video the
// cover is used, or a key frame that is not nearly black.
int photo_decode(enum photo_pixel_decoder decoder, struct photo_source source, uint32_t long_side,
                 struct photo_pixel_limits limits, struct photo_pixels *pixels,
                 char message[PHOTO_PIXEL_MESSAGE_SIZE]);

void photo_pixels_release(struct photo_pixels *pixels);

// The name and version of each library. 0 if it cannot be loaded.
int photo_heif_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_webp_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_jxl_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_tiff_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_png_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_gif_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_raw_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);
int photo_film_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]);

// The numbers in the file names of libraries whose versions differ between releases of Debian.
extern const int photo_film_soname, photo_scaler_soname, photo_raw_soname;

#endif
