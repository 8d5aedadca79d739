// Scales down a picture that is stored colour by colour, so that less memory leaves the process. The same as
// `Reduction` in Swift, which must not run here: each new pixel is the average of the area that it covers.
#include <stdlib.h>
#include <string.h>

#include "heif_tiles.h"

enum { COLOURS = 3, UNIT = 4096 };

// The old pixels under a new one: the index of the first, their number, and the weights of the first, of those in
// the middle, and of the last. The weights add up to UNIT.
struct share {
    uint32_t first, count, first_weight, weight, last_weight;
};

static struct share share_of(uint32_t index, uint64_t old, uint64_t new) {
    // In units of 1/new of an old pixel, so that all edges are integers.
    uint64_t start = index * old, end = start + old;
    uint64_t first = start / new, last = (end - 1) / new;
    struct share share = {.first = (uint32_t)first, .count = (uint32_t)(last - first + 1)};
    if (share.count == 1) {
        share.first_weight = UNIT;
        return share;
    }
    share.first_weight = (uint32_t)(((first + 1) * new - start) * UNIT / old);
    share.weight = (uint32_t)(new * UNIT / old);
    // The last one takes the rounding error.
    share.last_weight = UNIT - share.first_weight - (share.count - 2) * share.weight;
    return share;
}

static uint32_t weight_at(const struct share *share, uint32_t index) {
    return index == 0 ? share->first_weight : index + 1 < share->count ? share->weight : share->last_weight;
}

// Deep samples lose their lowest bits.
static void add_row(const struct photo_planes *planes, int colour, uint32_t line, uint32_t weight, uint32_t *sums) {
    const uint8_t *row = planes->bytes[colour] + line * planes->strides[colour];
    if (planes->depth == 8) {
        for (uint32_t x = 0; x < planes->width; x++) sums[x] += row[x] * weight;
        return;
    }
    const uint16_t *deep = (const uint16_t *)row;
    for (uint32_t x = 0; x < planes->width; x++) sums[x] += (uint8_t)(deep[x] >> (planes->depth - 8)) * weight;
}

// Adds up the columns after the rows; 255 x 4096 x 4096 fits.
static void write_row(const uint32_t *sums, const struct share *across, uint32_t width, uint8_t *target) {
    for (uint32_t x = 0; x < width; x++, target += COLOURS) {
        const uint32_t *sum = sums + across[x].first;
        uint32_t total = 1 << 23;
        for (uint32_t index = 0; index < across[x].count; index++) total += sum[index] * weight_at(&across[x], index);
        *target = (uint8_t)(total >> 24);
    }
}

// The length of a side if the longer one is scaled to `most`; never enlarged, and at least one pixel.
static uint32_t fitting(uint32_t side, uint32_t longest, uint32_t most) {
    if (longest <= most) return side;
    uint64_t scaled = ((uint64_t)side * most + longest / 2) / longest;
    return scaled == 0 ? 1 : (uint32_t)scaled;
}

int photo_reduce_planes(const struct photo_planes *planes, uint32_t long_side, struct photo_pixels *pixels) {
    uint32_t longest = planes->width > planes->height ? planes->width : planes->height;
    uint32_t width = fitting(planes->width, longest, long_side), height = fitting(planes->height, longest, long_side);
    uint32_t *sums = malloc(planes->width * sizeof *sums);
    struct share *across = malloc(width * sizeof *across);
    uint8_t *made = malloc((size_t)width * height * COLOURS);
    if (sums == NULL || across == NULL || made == NULL) return 0;
    for (uint32_t x = 0; x < width; x++) across[x] = share_of(x, planes->width, width);
    for (uint32_t y = 0; y < height; y++) {
        struct share down = share_of(y, planes->height, height);
        for (int colour = 0; colour < COLOURS; colour++) {
            memset(sums, 0, planes->width * sizeof *sums);
            for (uint32_t index = 0; index < down.count; index++) {
                add_row(planes, colour, down.first + index, weight_at(&down, index), sums);
            }
            write_row(sums, across, width, made + (size_t)y * width * COLOURS + colour);
        }
    }
    pixels->bytes = made;
    pixels->width = width;
    pixels->height = height;
    pixels->channels = COLOURS;
    pixels->stride = (size_t)width * COLOURS;
    return 1;
}
