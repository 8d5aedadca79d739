// HDR video on an SDR screen: ITU-R BT.2100 gives the light of a sample, and a curve maps it to the range of the
// screen.
#include <math.h>

#include "film_frames.h"

enum { CODES = 4096, SHADES = 8192 };

// The luminance of white paper, in candela per square metre (ITU-R BT.2408), and that of the brightest highlights with
// detail.
static const double paper = 203, brightest = 1000;

static double pq_light(double code) {
    double power = pow(code, 1 / 78.84375);
    double base = (power - 0.8359375) / (18.8515625 - 18.6875 * power);
    return base <= 0 ? 0 : 10000 * pow(base, 1 / 0.1593017578125);
}

// With the system gamma of a screen of 1000 candela per square metre, for each colour.
static double hlg_light(double code) {
    double scene =
        code <= 0.5 ? code * code / 3 : (exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;
    return 1000 * pow(scene, 1.2);
}

static uint8_t srgb(double light) {
    double code = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    return (uint8_t)(255 * code + 0.5);
}

// Reinhard's curve with a white point: nearly straight in the dark, flat towards the brightest.
static float fitted(float light) {
    const float white = (float)((brightest / paper) * (brightest / paper));
    return light <= 0 ? 0 : light * 1.25f * (1 + light / white) / (1 + light);
}

void photo_tone_map(const uint16_t *row, size_t pixels, int is_pq, uint8_t *target) {
    // Static, because the process decodes only one video.
    static float lights[CODES];
    static uint8_t shades[SHADES];
    static int is_filled;
    if (!is_filled) {
        for (int code = 0; code < CODES; code++) {
            double part = (double)code / (CODES - 1);
            lights[code] = (float)((is_pq ? pq_light(part) : hlg_light(part)) / paper);
        }
        for (int shade = 0; shade < SHADES; shade++) shades[shade] = srgb((double)shade / (SHADES - 1));
        is_filled = 1;
    }
    // From the primaries of BT.2020 to those of BT.709 (ITU-R BT.2087).
    static const float to_709[3][3] = {
        {1.6605f, -0.5876f, -0.0728f}, {-0.1246f, 1.1329f, -0.0083f}, {-0.0182f, -0.1006f, 1.1187f}};
    for (size_t pixel = 0; pixel < pixels; pixel++, row += 3, target += 3) {
        float red = lights[row[0] >> 4], green = lights[row[1] >> 4], blue = lights[row[2] >> 4];
        for (int colour = 0; colour < 3; colour++) {
            const float *mix = to_709[colour];
            float shade = fitted(mix[0] * red + mix[1] * green + mix[2] * blue);
            target[colour] = shades[shade >= 1 ? SHADES - 1 : (int)(shade * (SHADES - 1))];
        }
    }
}
