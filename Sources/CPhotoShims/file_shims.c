#define _GNU_SOURCE
#include "file_shims.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

const int photo_path_only = O_PATH;

int photo_open_beneath(int directory, const char *path, int flags, enum photo_links links) {
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = (unsigned int)flags;
    how.resolve = RESOLVE_NO_MAGICLINKS;
    if (links != PHOTO_LINKS_FOLLOWED) how.resolve |= RESOLVE_BENEATH;
    if (links == PHOTO_LINKS_REFUSED) how.resolve |= RESOLVE_NO_SYMLINKS;
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

unsigned long photo_file_system(const char *path) {
    struct statfs found;
    return statfs(path, &found) == 0 ? (unsigned int)found.f_type : 0;
}
