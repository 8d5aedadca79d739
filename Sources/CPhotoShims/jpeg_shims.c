#include "jpeg_shims.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

_Static_assert((int)PHOTO_JPEG_MESSAGE_SIZE == (int)JMSG_LENGTH_MAX, "messages fit");

// First in the structs below, so that the library's pointer to it is a pointer to ours.
struct catcher {
    struct jpeg_error_mgr manager;
    jmp_buf caught;
    char message[PHOTO_JPEG_MESSAGE_SIZE];
};

static void fail(j_common_ptr info) {
    struct catcher *catcher = (struct catcher *)info->err;
    info->err->format_message(info, catcher->message);
    if (info->err->msg_code == JERR_NO_BACKING_STORE) {
        strcpy(catcher->message, "it needs too much memory");
    }
    longjmp(catcher->caught, 1);
}

// Warnings are about damaged pixels, and are counted by the library; nothing is printed.
static void stay_silent(j_common_ptr info) { (void)info; }

static struct jpeg_error_mgr *set_up(struct catcher *catcher) {
    jpeg_std_error(&catcher->manager);
    catcher->manager.error_exit = &fail;
    catcher->manager.output_message = &stay_silent;
    catcher->message[0] = '\0';
    return &catcher->manager;
}

struct photo_jpeg_reader {
    struct catcher catcher;
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress;
    int scans;
    int samples;
};

static void count_scans(j_common_ptr common) {
    j_decompress_ptr info = (j_decompress_ptr)common;
    struct photo_jpeg_reader *reader = info->client_data;
    if (info->input_scan_number <= reader->scans) return;
    snprintf(reader->catcher.message, sizeof reader->catcher.message,
             "more than %d progressive scans", reader->scans);
    longjmp(reader->catcher.caught, 1);
}

// Keeps the colour space of the file if the result can be written in it: converting to RGB and back
// would cost time and precision.
static void choose_samples(struct photo_jpeg_reader *reader) {
    j_decompress_ptr info = &reader->info;
    switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE:
        info->out_color_space = JCS_GRAYSCALE;
        reader->samples = PHOTO_JPEG_GRAY;
        break;
    case JCS_YCbCr:
        info->out_color_space = JCS_YCbCr;
        reader->samples = PHOTO_JPEG_YCC;
        break;
    case JCS_CMYK:
    case JCS_YCCK:
        info->out_color_space = JCS_CMYK;
        reader->samples = info->saw_Adobe_marker ? PHOTO_JPEG_INVERTED_CMYK : PHOTO_JPEG_CMYK;
        break;
    default:
        info->out_color_space = JCS_RGB;
        reader->samples = PHOTO_JPEG_RGB;
    }
}

struct photo_jpeg_reader *photo_jpeg_open(const uint8_t *bytes, size_t count, size_t memory,
                                          int scans, char message[PHOTO_JPEG_MESSAGE_SIZE]) {
    struct photo_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        snprintf(message, PHOTO_JPEG_MESSAGE_SIZE, "out of memory");
        return NULL;
    }
    reader->info.err = set_up(&reader->catcher);
    reader->scans = scans;
    if (setjmp(reader->catcher.caught) != 0) {
        memcpy(message, reader->catcher.message, PHOTO_JPEG_MESSAGE_SIZE);
        photo_jpeg_close(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->info);
    reader->info.client_data = reader;
    reader->info.mem->max_memory_to_use = (long)memory;
    reader->progress.progress_monitor = &count_scans;
    reader->info.progress = &reader->progress;
    jpeg_mem_src(&reader->info, bytes, count);
    jpeg_read_header(&reader->info, TRUE);
    choose_samples(reader);
    return reader;
}

struct photo_jpeg_facts photo_jpeg_facts(const struct photo_jpeg_reader *reader) {
    struct photo_jpeg_facts facts = {
        .width = reader->info.image_width,
        .height = reader->info.image_height,
        .row_width = reader->info.output_width,
        .channels = (uint32_t)reader->info.output_components,
        .samples = reader->samples,
    };
    return facts;
}

int photo_jpeg_start(struct photo_jpeg_reader *reader, unsigned int eighths) {
    if (setjmp(reader->catcher.caught) != 0) return 0;
    reader->info.scale_num = eighths;
    reader->info.scale_denom = 8;
    // The rows are averaged afterwards, so smoothing is not needed.
    reader->info.do_fancy_upsampling = FALSE;
    reader->info.do_block_smoothing = FALSE;
    jpeg_start_decompress(&reader->info);
    return 1;
}

int photo_jpeg_read_row(struct photo_jpeg_reader *reader, uint8_t *row) {
    if (setjmp(reader->catcher.caught) != 0) return 0;
    JSAMPROW rows[1] = {row};
    return jpeg_read_scanlines(&reader->info, rows, 1) == 1;
}

const char *photo_jpeg_message(const struct photo_jpeg_reader *reader) {
    return reader->catcher.message;
}

void photo_jpeg_close(struct photo_jpeg_reader *reader) {
    jpeg_destroy_decompress(&reader->info);
    free(reader);
}

// The library's own memory destination leaks its buffer if an error occurs after it has grown.
struct writer {
    struct catcher catcher;
    struct jpeg_compress_struct info;
    struct jpeg_destination_mgr destination;
    uint8_t *bytes;
    size_t capacity;
};

static void grow(j_compress_ptr info, size_t capacity) {
    struct writer *writer = info->client_data;
    uint8_t *grown = realloc(writer->bytes, capacity);
    if (grown == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    writer->destination.next_output_byte = grown + writer->capacity;
    writer->destination.free_in_buffer = capacity - writer->capacity;
    writer->bytes = grown;
    writer->capacity = capacity;
}

static void begin_writing(j_compress_ptr info) { grow(info, 65536); }

static boolean make_room(j_compress_ptr info) {
    grow(info, 2 * ((struct writer *)info->client_data)->capacity);
    return TRUE;
}

static void end_writing(j_compress_ptr info) { (void)info; }

static void write_picture(struct writer *writer, const uint8_t *pixels, uint32_t width,
                          uint32_t height, int samples, int quality, const uint8_t *profile,
                          size_t profile_count) {
    j_compress_ptr info = &writer->info;
    jpeg_create_compress(info);
    info->client_data = writer;
    info->dest = &writer->destination;
    info->image_width = width;
    info->image_height = height;
    info->input_components = samples == PHOTO_JPEG_GRAY ? 1 : 3;
    info->in_color_space = samples == PHOTO_JPEG_GRAY  ? JCS_GRAYSCALE
                           : samples == PHOTO_JPEG_YCC ? JCS_YCbCr
                                                       : JCS_RGB;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    jpeg_start_compress(info, TRUE);
    if (profile_count > 0) jpeg_write_icc_profile(info, profile, (unsigned int)profile_count);
    size_t stride = (size_t)width * (size_t)info->input_components;
    while (info->next_scanline < height) {
        JSAMPROW rows[1] = {(JSAMPROW)(pixels + stride * info->next_scanline)};
        jpeg_write_scanlines(info, rows, 1);
    }
    jpeg_finish_compress(info);
}

int photo_jpeg_write(const uint8_t *pixels, uint32_t width, uint32_t height, int samples,
                     int quality, const uint8_t *profile, size_t profile_count, uint8_t **bytes,
                     size_t *count, char message[PHOTO_JPEG_MESSAGE_SIZE]) {
    // On the heap, because longjmp does not restore local variables in registers.
    struct writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        snprintf(message, PHOTO_JPEG_MESSAGE_SIZE, "out of memory");
        return 0;
    }
    writer->info.err = set_up(&writer->catcher);
    writer->destination.init_destination = &begin_writing;
    writer->destination.empty_output_buffer = &make_room;
    writer->destination.term_destination = &end_writing;
    if (setjmp(writer->catcher.caught) != 0) {
        memcpy(message, writer->catcher.message, PHOTO_JPEG_MESSAGE_SIZE);
        free(writer->bytes);
        jpeg_destroy_compress(&writer->info);
        free(writer);
        return 0;
    }
    write_picture(writer, pixels, width, height, samples, quality, profile, profile_count);
    *bytes = writer->bytes;
    *count = writer->capacity - writer->destination.free_in_buffer;
    jpeg_destroy_compress(&writer->info);
    free(writer);
    return 1;
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

const char *photo_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return "libjpeg-turbo " TEXT(LIBJPEG_TURBO_VERSION);
#else
    return "libjpeg " TEXT(JPEG_LIB_VERSION);
#endif
}
