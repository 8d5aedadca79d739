// libjpeg reports errors by calling a function that must not return, from which only longjmp leads
// out, and a longjmp must not cross Swift's frames. Each function here catches its own errors.
#ifndef PHOTO_JPEG_SHIMS_H
#define PHOTO_JPEG_SHIMS_H

#include <stddef.h>
#include <stdint.h>

enum { PHOTO_JPEG_MESSAGE_SIZE = 200 };  // JMSG_LENGTH_MAX

// The meaning of the samples of a pixel.
enum photo_jpeg_samples {
    PHOTO_JPEG_GRAY = 1,
    PHOTO_JPEG_YCC = 2,   // three: Y, Cb, Cr, as stored in the file
    PHOTO_JPEG_RGB = 3,
    PHOTO_JPEG_CMYK = 4,  // four, 0 is no ink
    PHOTO_JPEG_INVERTED_CMYK = 5,  // four, 255 is no ink, as Adobe's programs write them
};

struct photo_jpeg_reader;

struct photo_jpeg_facts {
    // Of the picture in the file.
    uint32_t width, height;
    // Of the rows that are read, once reading has started.
    uint32_t row_width;
    uint32_t channels;
    int samples;
};

// Reads the header. The bytes must stay until the reader is closed. `memory` bounds what the library
// allocates for coefficients, `scans` how often a progressive file may go over the picture. NULL, and
// a message, on failure.
struct photo_jpeg_reader *photo_jpeg_open(const uint8_t *bytes, size_t count, size_t memory,
                                          int scans, char message[PHOTO_JPEG_MESSAGE_SIZE]);
struct photo_jpeg_facts photo_jpeg_facts(const struct photo_jpeg_reader *reader);

// Starts to decode at `eighths` of the size. 0 on failure, with a message.
int photo_jpeg_start(struct photo_jpeg_reader *reader, unsigned int eighths);

// Decodes the next row into row_width * channels bytes. 0 on failure. The library fills in what a
// truncated file lacks.
int photo_jpeg_read_row(struct photo_jpeg_reader *reader, uint8_t *row);
const char *photo_jpeg_message(const struct photo_jpeg_reader *reader);
void photo_jpeg_close(struct photo_jpeg_reader *reader);

// The version of the library: a macro that is not a literal, and another one without turbo.
const char *photo_jpeg_version(void);

// Writes a baseline JPEG with chroma at half the size, and an ICC profile where there is one.
// `samples` is GRAY, YCC or RGB. The caller releases the result with free().
int photo_jpeg_write(const uint8_t *pixels, uint32_t width, uint32_t height, int samples,
                     int quality, const uint8_t *profile, size_t profile_count, uint8_t **bytes,
                     size_t *count, char message[PHOTO_JPEG_MESSAGE_SIZE]);

#endif
