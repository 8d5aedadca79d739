#include "client_shims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <curl/curl.h>

#include "lazy_library.h"

// `curl.h` wraps these in type-checking macros, whose addresses cannot be taken.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define FUNCTIONS(X) X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_perform)      \
    X(curl_easy_reset) X(curl_easy_setopt) X(curl_easy_strerror) X(curl_global_init) X(curl_slist_append)  \
    X(curl_slist_free_all) X(curl_version_info)
PHOTO_LAZY_LIBRARY(curl, "libcurl.so.4", FUNCTIONS)

static int is_ready;

static void make_ready(void) {
    is_ready = curl_is_open() && lazy.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void *photo_client_start(void) {
    // Before 7.84, two threads must not initialize the library at once.
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, &make_ready);
    return is_ready ? lazy.curl_easy_init() : NULL;
}

void photo_client_end(void *client) {
    if (client != NULL) lazy.curl_easy_cleanup(client);
}

static size_t take(char *bytes, size_t size, size_t count, void *target) {
    struct photo_client_reply *reply = target;
    size_t taken = size * count;
    if (taken > reply->most - reply->count) return 0;
    if (taken == 0) return 0;
    uint8_t *body = realloc(reply->body, reply->count + taken);
    if (body == NULL) return 0;
    memcpy(body + reply->count, bytes, taken);
    reply->body = body;
    reply->count += taken;
    return taken;
}

// The field that a request wants from its response.
struct wanted_field {
    const char *name;
    struct photo_client_reply *reply;
};

static size_t take_field(char *bytes, size_t size, size_t count, void *target) {
    struct wanted_field *wanted = target;
    size_t length = size * count, name = strlen(wanted->name);
    if (length > name && bytes[name] == ':' && strncasecmp(bytes, wanted->name, name) == 0) {
        size_t first = name + 1, end = length;
        while (first < end && (bytes[first] == ' ' || bytes[first] == '\t')) first++;
        while (end > first && strchr(" \t\r\n", bytes[end - 1]) != NULL) end--;
        snprintf(wanted->reply->field, sizeof wanted->reply->field, "%.*s", (int)(end - first), bytes + first);
    }
    return length;
}

// Adds a field to the request; if memory is short, the list stays unchanged.
static struct curl_slist *with_field(struct curl_slist *fields, const char *name, const char *value) {
    char field[PHOTO_CLIENT_TEXT_SIZE];
    snprintf(field, sizeof field, "%s: %s", name, value);
    struct curl_slist *longer = lazy.curl_slist_append(fields, field);
    return longer == NULL ? fields : longer;
}

static void prepare(CURL *client, const struct photo_client_request *request) {
    lazy.curl_easy_setopt(client, CURLOPT_URL, request->url);
    // Bits instead of names, which libcurl supports only since 7.85.
    lazy.curl_easy_setopt(client, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    lazy.curl_easy_setopt(client, CURLOPT_FOLLOWLOCATION, 0L);
    lazy.curl_easy_setopt(client, CURLOPT_NOSIGNAL, 1L);
    lazy.curl_easy_setopt(client, CURLOPT_USERAGENT, "geoindex");
    // Without a limit libcurl ignores a length above 63 bits.
    lazy.curl_easy_setopt(client, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->most_bytes);
    lazy.curl_easy_setopt(client, CURLOPT_CONNECTTIMEOUT, (long)request->seconds);
    lazy.curl_easy_setopt(client, CURLOPT_LOW_SPEED_LIMIT, 1L);
    lazy.curl_easy_setopt(client, CURLOPT_LOW_SPEED_TIME, (long)request->seconds);
    lazy.curl_easy_setopt(client, CURLOPT_TIMEOUT, (long)request->total_seconds);
    if (request->range != NULL) lazy.curl_easy_setopt(client, CURLOPT_RANGE, request->range);
    if (request->is_local) lazy.curl_easy_setopt(client, CURLOPT_NOPROXY, "*");
    if (request->authorities != NULL) lazy.curl_easy_setopt(client, CURLOPT_CAINFO, request->authorities);
    if (request->credentials != NULL) {
        lazy.curl_easy_setopt(client, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
        lazy.curl_easy_setopt(client, CURLOPT_USERPWD, request->credentials);
    }
    if (request->content != NULL) {
        lazy.curl_easy_setopt(client, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->content_count);
        lazy.curl_easy_setopt(client, CURLOPT_POSTFIELDS, request->content);
    }
}

void photo_client_send(void *client, const struct photo_client_request *request,
                       struct photo_client_reply *reply) {
    memset(reply, 0, sizeof *reply);
    reply->most = request->most_bytes;
    char error[CURL_ERROR_SIZE] = "";
    // Resetting keeps connections, but no options.
    lazy.curl_easy_reset(client);
    prepare(client, request);
    struct curl_slist *fields = with_field(NULL, "Accept", request->accept);
    if (request->content_type != NULL) fields = with_field(fields, "Content-Type", request->content_type);
    if (request->authorization != NULL) fields = with_field(fields, "Authorization", request->authorization);
    // Does not wait for “100 Continue” before it sends content.
    fields = with_field(fields, "Expect", "");
    lazy.curl_easy_setopt(client, CURLOPT_HTTPHEADER, fields);
    lazy.curl_easy_setopt(client, CURLOPT_ERRORBUFFER, error);
    lazy.curl_easy_setopt(client, CURLOPT_WRITEFUNCTION, take);
    lazy.curl_easy_setopt(client, CURLOPT_WRITEDATA, reply);
    struct wanted_field wanted = {request->wanted_field, reply};
    if (wanted.name != NULL) {
        lazy.curl_easy_setopt(client, CURLOPT_HEADERFUNCTION, take_field);
        lazy.curl_easy_setopt(client, CURLOPT_HEADERDATA, &wanted);
    }
    CURLcode code = lazy.curl_easy_perform(client);
    long status = 0;
    const char *type = NULL;
    if (code == CURLE_OK) {
        lazy.curl_easy_getinfo(client, CURLINFO_RESPONSE_CODE, &status);
        lazy.curl_easy_getinfo(client, CURLINFO_CONTENT_TYPE, &type);
        snprintf(reply->text, sizeof reply->text, "%s", type == NULL ? "" : type);
    } else if (code == CURLE_WRITE_ERROR) {
        snprintf(reply->text, sizeof reply->text, "its answer is longer than it may be");
    } else {
        snprintf(reply->text, sizeof reply->text, "%s", error[0] != '\0' ? error : lazy.curl_easy_strerror(code));
    }
    reply->status = (int)status;
    // These belong to this request only.
    lazy.curl_easy_setopt(client, CURLOPT_HEADERFUNCTION, NULL);
    lazy.curl_easy_setopt(client, CURLOPT_HEADERDATA, NULL);
    lazy.curl_easy_setopt(client, CURLOPT_HTTPHEADER, NULL);
    lazy.curl_easy_setopt(client, CURLOPT_ERRORBUFFER, NULL);
    lazy.curl_slist_free_all(fields);
}

void photo_client_reply_release(struct photo_client_reply *reply) {
    free(reply->body);
    reply->body = NULL;
}

int photo_client_version(char name[PHOTO_CLIENT_TEXT_SIZE]) {
    if (!curl_is_open()) return 0;
    const curl_version_info_data *info = lazy.curl_version_info(CURLVERSION_NOW);
    snprintf(name, PHOTO_CLIENT_TEXT_SIZE, "libcurl %s", info->version);
    return 1;
}
