// System calls that the C library, or Swift's module of it, has no name for.
#ifndef PHOTO_FILE_SHIMS_H
#define PHOTO_FILE_SHIMS_H

// What becomes of symbolic links on the way to a file.
enum photo_links { PHOTO_LINKS_REFUSED, PHOTO_LINKS_BENEATH, PHOTO_LINKS_FOLLOWED };

// openat2 has no wrapper, and syscall is variadic. Opens `path` relative to `directory` with the flags
// of open; -1 and errno on failure. Unless links are followed the path stays beneath `directory`. Links
// of /proc that are no paths are never followed.
int photo_open_beneath(int directory, const char *path, int flags, enum photo_links links);

// The Glibc module leaves out O_PATH.
extern const int photo_path_only;

// The Glibc module leaves out statfs. The kind of file system a path lies on, as linux/magic.h has it;
// 0 where that cannot be found out.
unsigned long photo_file_system(const char *path);

#endif
