#include "pixel_decoders.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(png_access_version_number) X(png_create_info_struct)           \
    X(png_create_read_struct) X(png_error) X(png_get_IHDR) X(png_get_channels)         \
    X(png_get_iCCP) X(png_get_io_ptr) X(png_read_info) X(png_read_row)                 \
    X(png_read_update_info) X(png_set_chunk_malloc_max) X(png_set_crc_action)          \
    X(png_set_expand) X(png_set_interlace_handling) X(png_set_longjmp_fn)              \
    X(png_set_read_fn) X(png_set_strip_16) X(png_set_user_limits)
PHOTO_LAZY_LIBRARY(png, "libpng16.so.16", FUNCTIONS)

int photo_png_open(void) { return png_is_open(); }

struct source {
    const uint8_t *bytes;
    size_t count, position;
};

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    struct source *source = lazy.png_get_io_ptr(png);
    if (count > source->count - source->position) lazy.png_error(png, "the file ends early");
    memcpy(target, source->bytes + source->position, count);
    source->position += count;
}

// Errors end in `longjmp`; warnings are ignored.
static void ignore(png_structp png, png_const_charp text) { (void)png, (void)text; }

// The state that must survive a `longjmp`.
struct decoding {
    struct source source;
    png_structp png;
    png_infop info;
    uint32_t width, height, channels, colours, step;
    int passes;
    uint8_t *row, *whole;
    uint32_t *sums;
    // The resulting picture; white where the file has no data.
    uint8_t *made;
    uint32_t made_width, made_height;
    int has_rows;
};

static uint32_t divided(uint32_t side, uint32_t step) { return side / step + (side % step != 0); }

// Adds a row of the file to the sums of a row of the result. Colours are composited over white; each
// pixel of the result is the mean of `step` by `step` pixels.
static void add_row(struct decoding *this, const uint8_t *row, uint32_t line) {
    uint32_t step = this->step, colours = this->colours, channels = this->channels;
    const uint8_t *pixel = row, *end = row + (size_t)this->width * channels;
    for (uint32_t *sum = this->sums; pixel < end; sum += colours) {
        size_t left = (size_t)(end - pixel), block = (size_t)step * channels;
        const uint8_t *stop = pixel + (block < left ? block : left);
        if (channels == 3) {
            uint32_t red = 0, green = 0, blue = 0;
            for (; pixel < stop; pixel += 3) red += pixel[0], green += pixel[1], blue += pixel[2];
            sum[0] += red, sum[1] += green, sum[2] += blue;
        } else if (channels == 1) {
            for (; pixel < stop; pixel++) sum[0] += *pixel;
        } else {
            for (; pixel < stop; pixel += channels) {
                uint32_t opacity = pixel[colours], white = 255 * (255 - opacity) + 127;
                for (uint32_t colour = 0; colour < colours; colour++) {
                    sum[colour] += (pixel[colour] * opacity + white) / 255;
                }
            }
        }
    }
    if ((line + 1) % step != 0 && line + 1 < this->height) return;
    uint32_t rows = line % step + 1;
    uint8_t *target = this->made + (size_t)(line / step) * this->made_width * colours;
    for (uint32_t x = 0; x < this->made_width; x++) {
        uint32_t columns = this->width - x * step < step ? this->width - x * step : step;
        uint32_t pixels = rows * columns;
        for (uint32_t colour = 0; colour < colours; colour++) {
            uint32_t *sum = &this->sums[(size_t)x * colours + colour];
            target[(size_t)x * colours + colour] = (uint8_t)((*sum + pixels / 2) / pixels);
            *sum = 0;
        }
    }
    this->has_rows = 1;
}

static int read_header(struct decoding *this, uint32_t long_side, struct photo_pixel_limits limits,
                       char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    int depth = 0, colour = 0, interlace = 0;
    lazy.png_read_info(this->png, this->info);
    lazy.png_get_IHDR(this->png, this->info, &this->width, &this->height, &depth, &colour,
                      &interlace, NULL, NULL);
    uint64_t count = (uint64_t)this->width * this->height;
    int is_interlaced = interlace != PNG_INTERLACE_NONE;
    if (count > (is_interlaced ? limits.pixels : limits.streamed_pixels)) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%u x %u pixels", this->width, this->height);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    lazy.png_set_expand(this->png);
    lazy.png_set_strip_16(this->png);
    this->passes = lazy.png_set_interlace_handling(this->png);
    lazy.png_read_update_info(this->png, this->info);
    this->channels = lazy.png_get_channels(this->png, this->info);
    this->colours = this->channels <= 2 ? 1 : 3;
    // Twice the requested number of pixels suffices for scaling down.
    uint32_t longest = this->width > this->height ? this->width : this->height;
    uint64_t enough = 2 * (uint64_t)(long_side == 0 ? 1 : long_side);
    this->step = longest / enough > 255 ? 255 : (uint32_t)(longest / enough);
    if (this->step == 0) this->step = 1;
    this->made_width = divided(this->width, this->step);
    this->made_height = divided(this->height, this->step);
    uint64_t made = (uint64_t)this->made_width * this->made_height;
    if (made > limits.pixels) return PHOTO_PIXELS_TOO_LARGE;
    size_t row = (size_t)this->width * this->channels;
    this->row = malloc(row);
    this->sums = calloc((size_t)this->made_width * this->colours, sizeof *this->sums);
    this->made = malloc((size_t)made * this->colours);
    // Later passes are drawn over the rows of earlier ones, so all rows must be in memory.
    if (this->passes > 1) this->whole = calloc(this->height, row);
    if (this->row == NULL || this->sums == NULL || this->made == NULL ||
        (this->passes > 1 && this->whole == NULL)) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "out of memory");
        return PHOTO_PIXELS_FAILED;
    }
    memset(this->made, 255, (size_t)made * this->colours);
    if (this->whole != NULL) memset(this->whole, 255, row * this->height);
    return PHOTO_PIXELS_MADE;
}

static void read_rows(struct decoding *this) {
    if (this->passes == 1) {
        for (uint32_t line = 0; line < this->height; line++) {
            lazy.png_read_row(this->png, this->row, NULL);
            add_row(this, this->row, line);
        }
        return;
    }
    size_t row = (size_t)this->width * this->channels;
    for (int pass = 0; pass < this->passes; pass++) {
        for (uint32_t line = 0; line < this->height; line++) {
            lazy.png_read_row(this->png, this->whole + row * line, NULL);
            this->has_rows = 1;
        }
    }
}

int photo_png_decode(const uint8_t *bytes, size_t count, uint32_t long_side,
                     struct photo_pixel_limits limits, struct photo_pixels *pixels,
                     char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    // Static, because `longjmp` does not restore registers; the process decodes one picture.
    static struct decoding this;
    this = (struct decoding){.source = {.bytes = bytes, .count = count}};
    this.png = lazy.png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, ignore, ignore);
    if (this.png == NULL) return PHOTO_PIXELS_FAILED;
    static volatile int outcome;
    outcome = PHOTO_PIXELS_FAILED;
    if (setjmp(*lazy.png_set_longjmp_fn(this.png, longjmp, sizeof(jmp_buf))) == 0) {
        this.info = lazy.png_create_info_struct(this.png);
        lazy.png_set_read_fn(this.png, &this.source, read_bytes);
        // Pictures with wrong checksums are shown.
        lazy.png_set_crc_action(this.png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
        lazy.png_set_user_limits(this.png, 1 << 24, 0x7FFFFFFF);
        lazy.png_set_chunk_malloc_max(this.png, 64 << 20);
        outcome = read_header(&this, long_side, limits, message);
        if (outcome == PHOTO_PIXELS_MADE) read_rows(&this);
    }
    // The readable part of a damaged file is shown, if there is any.
    if (outcome != PHOTO_PIXELS_MADE || !this.has_rows) {
        if (outcome == PHOTO_PIXELS_MADE) outcome = PHOTO_PIXELS_FAILED;
        return outcome;
    }
    for (uint32_t line = 0; this.passes > 1 && line < this.height; line++) {
        add_row(&this, this.whole + (size_t)this.width * this.channels * line, line);
    }
    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 profile_count = 0;
    int packing = 0;
    if (setjmp(*lazy.png_set_longjmp_fn(this.png, longjmp, sizeof(jmp_buf))) == 0 &&
        lazy.png_get_iCCP(this.png, this.info, &name, &packing, &profile, &profile_count) != 0) {
        pixels->profile = profile;
        pixels->profile_count = profile_count;
    }
    pixels->bytes = this.made;
    pixels->width = this.made_width;
    pixels->height = this.made_height;
    pixels->channels = this.colours;
    pixels->stride = (size_t)this.made_width * this.colours;
    return PHOTO_PIXELS_MADE;
}

int photo_png_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!png_is_open()) return 0;
    unsigned version = lazy.png_access_version_number();
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "libpng %u.%u.%u", version / 10000,
             version / 100 % 100, version % 100);
    return 1;
}
