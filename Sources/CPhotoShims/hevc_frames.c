// libavcodec: decodes the tiles of HEIC in half the time of libde265.
#include "heif_tiles.h"

#include <libavutil/log.h>

#include "lazy_library.h"

#define FUNCTIONS(X) X(av_frame_alloc) X(av_log_set_level) X(av_packet_alloc) X(avcodec_alloc_context3)      \
    X(avcodec_find_decoder) X(avcodec_flush_buffers) X(avcodec_open2) X(avcodec_receive_frame)               \
    X(avcodec_send_packet)
PHOTO_LAZY_LIBRARY(hevc, "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR), FUNCTIONS)

int photo_hevc_open(void) { return hevc_is_open(); }

static AVCodecContext *open_decoder(uint64_t most_pixels) {
    lazy.av_log_set_level(AV_LOG_QUIET);
    const AVCodec *codec = lazy.avcodec_find_decoder(AV_CODEC_ID_HEVC);
    AVCodecContext *decoder = codec == NULL ? NULL : lazy.avcodec_alloc_context3(codec);
    if (decoder == NULL) return NULL;
    decoder->thread_count = 1;
    decoder->max_pixels = (int64_t)most_pixels;
    // The exact part that is shown, also if it does not start at a multiple of a vector.
    decoder->flags |= AV_CODEC_FLAG_UNALIGNED;
    return lazy.avcodec_open2(decoder, codec, NULL) == 0 ? decoder : NULL;
}

const AVFrame *photo_hevc_frame(const uint8_t *units, size_t count, uint64_t most_pixels) {
    // Static, because a grid has dozens of tiles; the process decodes one photo.
    static AVCodecContext *decoder;
    static AVPacket *packet;
    static AVFrame *frame;
    if (decoder == NULL) {
        decoder = open_decoder(most_pixels);
        packet = lazy.av_packet_alloc();
        frame = lazy.av_frame_alloc();
    }
    if (decoder == NULL || packet == NULL || frame == NULL || count > INT32_MAX) return NULL;
    lazy.avcodec_flush_buffers(decoder);
    packet->data = (uint8_t *)units;
    packet->size = (int)count;
    if (lazy.avcodec_send_packet(decoder, packet) < 0) return NULL;
    // The end of the stream, so that the frame is not delayed.
    lazy.avcodec_send_packet(decoder, NULL);
    return lazy.avcodec_receive_frame(decoder, frame) == 0 ? frame : NULL;
}
