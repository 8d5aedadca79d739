// libavformat and libavcodec: finds a frame that shows what a video is about.
//
// The video is read through one descriptor. Demuxers that open other files or addresses (playlists) are never chosen,
// and requests of the chosen ones to open files are refused.
#include "film_frames.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "lazy_library.h"

// libavformat loads libavcodec and libavutil, which `dlsym` searches too.
#define FUNCTIONS(X) X(av_find_input_format) X(av_frame_alloc) X(av_frame_unref) X(av_log_set_level)              \
    X(av_malloc) X(av_packet_alloc) X(av_packet_unref) X(av_read_frame) X(av_rescale_q) X(av_seek_frame)          \
    X(avcodec_alloc_context3) X(avcodec_find_decoder) X(avcodec_flush_buffers) X(avcodec_open2)                   \
    X(avcodec_parameters_to_context) X(avcodec_receive_frame) X(avcodec_send_packet) X(avformat_alloc_context)    \
    X(avformat_open_input) X(avformat_version) X(avio_alloc_context)
PHOTO_LAZY_LIBRARY(film, "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), FUNCTIONS)

enum {
    READ_AHEAD = 32768,
    // The limits of bytes that are read of a video, and of packets before a key frame.
    MOST_BYTES = 134217728,
    MOST_PACKETS = 20000,
    // The limit of frames that are examined for the best one.
    MOST_FRAMES = 5,
    MOST_STREAMS = 64,
    // The limit of pixels that are decoded after a dark key frame: five seconds at 1920 x 1080.
    MOST_PIXELS_AFTER = 311040000,
};

const int photo_film_soname = LIBAVFORMAT_VERSION_MAJOR;

int photo_film_open(void) { return film_is_open() && photo_scaler_open(); }

struct source {
    int descriptor;
    int64_t size, position, left;
};

static int read_bytes(void *opaque, uint8_t *target, int count) {
    struct source *source = opaque;
    if (count > source->left) return AVERROR(EFBIG);
    ssize_t got = pread(source->descriptor, target, (size_t)count, source->position);
    while (got < 0 && errno == EINTR) {
        got = pread(source->descriptor, target, (size_t)count, source->position);
    }
    if (got < 0) return AVERROR(errno);
    if (got == 0) return AVERROR_EOF;
    source->position += got;
    source->left -= got;
    return (int)got;
}

static int64_t seek_to(void *opaque, int64_t offset, int whence) {
    struct source *source = opaque;
    int64_t origin = 0;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return source->size;
    case SEEK_SET: break;
    case SEEK_CUR: origin = source->position; break;
    case SEEK_END: origin = source->size; break;
    default: return AVERROR(EINVAL);
    }
    if (__builtin_add_overflow(origin, offset, &origin) || origin < 0) return AVERROR(EINVAL);
    return source->position = origin;
}

static int refuse(struct AVFormatContext *format, AVIOContext **opened, const char *url, int flags,
                  AVDictionary **options) {
    (void)format, (void)opened, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}

// The demuxer by the first bytes, as in the scanner; no other is tried.
static const char *demuxer_of(int descriptor) {
    uint8_t head[12] = {0};
    if (pread(descriptor, head, sizeof head, 0) != sizeof head) return NULL;
    if (memcmp(head, "\x1A\x45\xDF\xA3", 4) == 0) return "matroska";
    if (memcmp(head, "RIFF", 4) == 0) return memcmp(head + 8, "AVI ", 4) == 0 ? "avi" : NULL;
    return "mov";
}

static AVFormatContext *demuxer_for(struct source *source) {
    const char *name = demuxer_of(source->descriptor);
    const AVInputFormat *demuxer = name == NULL ? NULL : lazy.av_find_input_format(name);
    AVFormatContext *format = lazy.avformat_alloc_context();
    uint8_t *buffer = lazy.av_malloc(READ_AHEAD);
    if (demuxer == NULL || format == NULL || buffer == NULL) return NULL;
    format->pb = lazy.avio_alloc_context(buffer, READ_AHEAD, 0, source, read_bytes, NULL, seek_to);
    if (format->pb == NULL) return NULL;
    format->flags |= AVFMT_FLAG_CUSTOM_IO;
    format->io_open = refuse;
    format->max_streams = MOST_STREAMS;
    return lazy.avformat_open_input(&format, NULL, demuxer, NULL) == 0 ? format : NULL;
}

static AVCodecContext *open_decoder(const AVStream *track, struct photo_pixel_limits limits) {
    const AVCodec *codec = lazy.avcodec_find_decoder(track->codecpar->codec_id);
    AVCodecContext *decoder = codec == NULL ? NULL : lazy.avcodec_alloc_context3(codec);
    if (decoder == NULL || lazy.avcodec_parameters_to_context(decoder, track->codecpar) < 0) return NULL;
    decoder->thread_count = 1;
    decoder->max_pixels = (int64_t)limits.pixels;
    decoder->pkt_timebase = track->time_base;
    return lazy.avcodec_open2(decoder, codec, NULL) == 0 ? decoder : NULL;
}

// Decodes one packet alone; returns whether it contains a whole frame.
static int decode_packet(AVCodecContext *decoder, const AVPacket *packet, AVFrame *frame) {
    lazy.avcodec_flush_buffers(decoder);
    if (lazy.avcodec_send_packet(decoder, packet) < 0) return 0;
    // Frames that a decoder has delayed are returned at the end.
    lazy.avcodec_send_packet(decoder, NULL);
    return lazy.avcodec_receive_frame(decoder, frame) == 0;
}

// A cover is shown without rotation.
static int cover(AVFormatContext *format, uint32_t long_side, struct photo_pixel_limits limits,
                 struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    AVFrame *frame = lazy.av_frame_alloc();
    for (unsigned index = 0; frame != NULL && index < format->nb_streams; index++) {
        const AVStream *track = format->streams[index];
        if (!(track->disposition & AV_DISPOSITION_ATTACHED_PIC) || track->attached_pic.size <= 0) continue;
        AVCodecContext *decoder = open_decoder(track, limits);
        if (decoder == NULL || !decode_packet(decoder, &track->attached_pic, frame)) continue;
        int outcome = photo_frame_pixels(frame, (AVRational){1, 1}, long_side, limits, pixels, message);
        if (outcome != PHOTO_PIXELS_MADE) continue;
        pixels->upright = 1;
        return outcome;
    }
    return PHOTO_PIXELS_UNSUPPORTED;
}

// The video track: the largest track that is not a still picture. Other tracks are not read.
static AVStream *film_track(AVFormatContext *format) {
    AVStream *best = NULL;
    for (unsigned index = 0; index < format->nb_streams; index++) {
        AVStream *track = format->streams[index];
        track->discard = AVDISCARD_ALL;
        if (track->codecpar->codec_type != AVMEDIA_TYPE_VIDEO ||
            track->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)) {
            continue;
        }
        int64_t area = (int64_t)track->codecpar->width * track->codecpar->height;
        if (best == NULL || area > (int64_t)best->codecpar->width * best->codecpar->height) best = track;
    }
    if (best != NULL) best->discard = AVDISCARD_DEFAULT;
    return best;
}

struct film {
    AVFormatContext *format;
    AVStream *track;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    int64_t last;
};

// Decodes the next key frame that differs from the last decoded one.
static int next_key_frame(struct film *film) {
    for (int count = 0; count < MOST_PACKETS; count++) {
        if (lazy.av_read_frame(film->format, film->packet) < 0) return 0;
        const AVPacket *packet = film->packet;
        int64_t when = packet->pos;
        int is_key = packet->stream_index == film->track->index && packet->flags & AV_PKT_FLAG_KEY;
        int is_frame =
            is_key && when != film->last && decode_packet(film->decoder, packet, film->frame);
        lazy.av_packet_unref(film->packet);
        if (is_key && when == film->last) return 0;
        if (is_frame) {
            film->last = when;
            return 1;
        }
    }
    return 0;
}

// How many of a thousand pixels are brighter than nearly black.
static uint64_t brightness(const struct photo_pixels *pixels) {
    uint64_t bright = 0;
    for (uint32_t y = 0; y < pixels->height; y++) {
        const uint8_t *pixel = pixels->bytes + y * pixels->stride;
        for (uint32_t x = 0; x < pixels->width; x++, pixel += 3) {
            bright += pixel[0] > 40 || pixel[1] > 40 || pixel[2] > 40;
        }
    }
    return bright * 1000 / ((uint64_t)pixels->width * pixels->height);
}

// The position of the frame: after a tenth of the video or a second, whichever is later, but before its middle; then
// further on while frames are nearly black.
static int64_t target(const struct film *film, int try) {
    static const int percent[MOST_FRAMES] = {10, 25, 50, 75, 0};
    AVRational base = film->track->time_base;
    int64_t length = film->track->duration;
    if (length <= 0 && film->format->duration > 0) {
        length = lazy.av_rescale_q(film->format->duration, AV_TIME_BASE_Q, base);
    }
    int64_t second = lazy.av_rescale_q(1, (AVRational){1, 1}, base);
    int64_t start = film->track->start_time == AV_NOPTS_VALUE ? 0 : film->track->start_time;
    // A damaged length must not overflow.
    if (length <= 0 || length > INT64_MAX / 200 || start < -INT64_MAX / 2 || start > INT64_MAX / 2) return second;
    int64_t offset = length / 100 * percent[try] + length % 100 * percent[try] / 100;
    if (try == 0 && offset < second) offset = second < length / 2 ? second : length / 2;
    return start + offset;
}

// The best frame so far.
struct choice {
    struct photo_pixels *pixels;
    uint64_t brightness;
    int outcome;
};

// Stores the frame if it is brighter than the best so far; returns whether it is bright enough.
static int consider(struct film *film, uint32_t long_side, struct photo_pixel_limits limits, struct choice *choice,
                    char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    AVRational shape = film->frame->sample_aspect_ratio;
    if (shape.num <= 0 || shape.den <= 0) shape = film->track->sample_aspect_ratio;
    struct photo_pixels made = {0};
    int outcome = photo_frame_pixels(film->frame, shape, long_side, limits, &made, message);
    lazy.av_frame_unref(film->frame);
    int is_first = choice->outcome != PHOTO_PIXELS_MADE;
    if (is_first) choice->outcome = outcome;
    if (outcome != PHOTO_PIXELS_MADE) return 0;
    uint64_t bright = brightness(&made);
    if (is_first || bright > choice->brightness) {
        free((void *)choice->pixels->bytes);
        *choice->pixels = made;
        choice->brightness = bright;
    } else {
        free((void *)made.bytes);
    }
    return bright >= 30;
}

static int try_key_frames(struct film *film, uint32_t long_side, struct photo_pixel_limits limits,
                          struct choice *choice, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    for (int try = 0; try < MOST_FRAMES; try++) {
        // If seeking fails, the next key frame is used.
        lazy.av_seek_frame(film->format, film->track->index, target(film, try), AVSEEK_FLAG_BACKWARD);
        if (next_key_frame(film) && consider(film, long_side, limits, choice, message)) return 1;
    }
    return 0;
}

// Continues from the dark key frame frame by frame, because a video that fades in may have no other.
static void try_frames_after(struct film *film, uint32_t long_side, struct photo_pixel_limits limits,
                             struct choice *choice, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    lazy.av_seek_frame(film->format, film->track->index, target(film, 0), AVSEEK_FLAG_BACKWARD);
    lazy.avcodec_flush_buffers(film->decoder);
    int64_t left = MOST_PIXELS_AFTER;
    for (int count = 0, is_over = 0; left > 0 && !is_over;) {
        is_over = lazy.av_read_frame(film->format, film->packet) < 0;
        if (is_over || film->packet->stream_index == film->track->index) {
            lazy.avcodec_send_packet(film->decoder, is_over ? NULL : film->packet);
        }
        lazy.av_packet_unref(film->packet);
        while (lazy.avcodec_receive_frame(film->decoder, film->frame) == 0) {
            left -= (int64_t)film->frame->width * film->frame->height + 1;
            if (++count % 5 == 0 && consider(film, long_side, limits, choice, message)) return;
        }
    }
}

int photo_film_decode(int descriptor, size_t count, uint32_t long_side, struct photo_pixel_limits limits,
                      struct photo_pixels *pixels, char message[PHOTO_PIXEL_MESSAGE_SIZE]) {
    memset(pixels, 0, sizeof *pixels);
    message[0] = '\0';
    lazy.av_log_set_level(AV_LOG_QUIET);
    struct source source = {.descriptor = descriptor, .size = (int64_t)count, .left = MOST_BYTES};
    // Nothing is closed, because the process ends with the picture.
    struct film film = {.format = demuxer_for(&source), .last = -2};
    if (film.format == NULL) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "the film is damaged");
        return PHOTO_PIXELS_FAILED;
    }
    if (cover(film.format, long_side, limits, pixels, message) == PHOTO_PIXELS_MADE) return PHOTO_PIXELS_MADE;
    film.track = film_track(film.format);
    const AVCodecParameters *size = film.track == NULL ? NULL : film.track->codecpar;
    if (size != NULL && size->width > 0 && size->height > 0 &&
        (uint64_t)size->width * (uint64_t)size->height > limits.pixels) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "%d x %d pixels", size->width, size->height);
        return PHOTO_PIXELS_TOO_LARGE;
    }
    film.decoder = film.track == NULL ? NULL : open_decoder(film.track, limits);
    film.packet = lazy.av_packet_alloc();
    film.frame = lazy.av_frame_alloc();
    if (film.decoder == NULL) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "no decoder for its film");
        return PHOTO_PIXELS_UNSUPPORTED;
    }
    if (film.packet == NULL || film.frame == NULL) return PHOTO_PIXELS_FAILED;
    struct choice choice = {.pixels = pixels, .outcome = PHOTO_PIXELS_FAILED};
    if (!try_key_frames(&film, long_side, limits, &choice, message) && choice.outcome == PHOTO_PIXELS_MADE) {
        try_frames_after(&film, long_side, limits, &choice, message);
    }
    int outcome = choice.outcome;
    if (outcome == PHOTO_PIXELS_FAILED && source.left < READ_AHEAD) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "no frame in the first %d bytes read", MOST_BYTES);
    } else if (outcome == PHOTO_PIXELS_FAILED) {
        snprintf(message, PHOTO_PIXEL_MESSAGE_SIZE, "no frame of it is readable");
    }
    return outcome;
}

int photo_film_version(char name[PHOTO_PIXEL_MESSAGE_SIZE]) {
    if (!photo_film_open()) return 0;
    unsigned version = lazy.avformat_version();
    snprintf(name, PHOTO_PIXEL_MESSAGE_SIZE, "libavformat %u.%u.%u", version >> 16, version >> 8 & 255,
             version & 255);
    return 1;
}
