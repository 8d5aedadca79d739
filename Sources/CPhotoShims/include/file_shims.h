// System calls that the C library or Swift's module of it does not declare.
#ifndef PHOTO_FILE_SHIMS_H
#define PHOTO_FILE_SHIMS_H

// How symbolic links in a path are treated.
enum photo_links { PHOTO_LINKS_REFUSED, PHOTO_LINKS_BENEATH, PHOTO_LINKS_FOLLOWED };

// openat2 has no wrapper, and syscall is variadic. Opens `path` relative to `directory` with the flags of open; -1 and
// errno on failure. Unless links are followed, the path must stay beneath `directory`. The magic links of /proc are
// never followed.
int photo_open_beneath(int directory, const char *path, int flags, enum photo_links links);

// The Glibc module lacks O_PATH.
extern const int photo_path_only;

// The Glibc module lacks statfs. The type of the file system of a path, as in linux/magic.h; 0 if it cannot be
// determined.
unsigned long photo_file_system(const char *path);

struct stat;

// As fstatat, or without a path as fstat, but without the time of the last access. That changes with each read, and the
// kernel would request the attributes from a share once more.
int photo_file_status(int directory, const char *path, int flags, struct stat *status);

#endif
