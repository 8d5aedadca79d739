#define _GNU_SOURCE
#include "file_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
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

static struct timespec time_of(struct statx_timestamp time) {
    return (struct timespec){.tv_sec = time.tv_sec, .tv_nsec = time.tv_nsec};
}

// Where the kernel has no statx, or the filter of an old container refuses it with EPERM.
static int older_file_status(int directory, const char *path, int flags, struct stat *status) {
    return path == NULL ? fstat(directory, status) : fstatat(directory, path, status, flags);
}

int photo_file_status(int directory, const char *path, int flags, struct stat *status) {
    struct statx found;
    unsigned int wanted = STATX_BASIC_STATS & ~STATX_ATIME;
    // As fstatat does: a scan must not mount each folder of an automounter.
    flags |= AT_NO_AUTOMOUNT;
    int all = path == NULL ? flags | AT_EMPTY_PATH : flags;
    if (statx(directory, path == NULL ? "" : path, all, wanted, &found) != 0)
        return errno == ENOSYS || errno == EPERM ? older_file_status(directory, path, flags, status) : -1;
    *status = (struct stat){
        .st_dev = makedev(found.stx_dev_major, found.stx_dev_minor),
        .st_ino = found.stx_ino,
        .st_mode = found.stx_mode,
        .st_nlink = found.stx_nlink,
        .st_uid = found.stx_uid,
        .st_gid = found.stx_gid,
        .st_rdev = makedev(found.stx_rdev_major, found.stx_rdev_minor),
        .st_size = (off_t)found.stx_size,
        .st_blksize = (blksize_t)found.stx_blksize,
        .st_blocks = (blkcnt_t)found.stx_blocks,
        .st_mtim = time_of(found.stx_mtime),
        .st_ctim = time_of(found.stx_ctime),
    };
    return 0;
}
