#include "pixel_shims.h"

#include <stdlib.h>
#include <string.h>

void photo_pixels_release(struct photo_pixels *pixels) {
    if (pixels->release != NULL) pixels->release(pixels->owner);
    free(pixels->profile);
    memset(pixels, 0, sizeof *pixels);
}
